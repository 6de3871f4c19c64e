// The process: <stdlib.h>, <assert.h> and <unistd.h> of C11 and POSIX.1-2017, and what programs of SV-COMP call.
//
// The program ends with `exit`, which the end of `main` calls as well. What it writes makes no difference to it.

procedure exit(self: bv32, status: bv32)
{
  call $run_thread_exits(self);
  call $run_program_exits(self);
  call $halt();
}

procedure _Exit(self: bv32, status: bv32) { call $halt(); }
procedure _exit(self: bv32, status: bv32) { call $halt(); }
procedure quick_exit(self: bv32, status: bv32) { call $halt(); }

procedure at_quick_exit(self: bv32, routine: $pointer) returns (result: bv32)
{
  assume {:unhang_unsupported "at_quick_exit"} true;
  result := 0bv32;
}

procedure abort(self: bv32) { assert {:msg "abort was called"} false; }

procedure __assert_fail(self: bv32, assertion: $pointer, file: $pointer, line: bv32, routine: $pointer)
{
  assert {:msg "an assertion failed"} false;
}

procedure __assert(self: bv32, assertion: $pointer, file: $pointer, line: bv32)
{
  assert {:msg "an assertion failed"} false;
}

procedure __stack_chk_fail(self: bv32) { assert {:msg "the stack was overwritten"} false; }

procedure getpid(self: bv32) returns (result: bv32) { result := 1000bv32; }
procedure getppid(self: bv32) returns (result: bv32) { result := 1bv32; }

// What is asked for by number: 30 the size of a page, 83 and 84 how many processors there are.
procedure sysconf(self: bv32, name: bv32) returns (result: bv64)
{
  atomic {
    if (name != 30bv32 && name != 83bv32 && name != 84bv32) {
      assume {:unhang_unsupported "sysconf of something other than processors and pages"} true;
    }
    result := if name == 30bv32 then 4096bv64 else 2bv64;
  }
}

procedure get_nprocs(self: bv32) returns (result: bv32) { result := 2bv32; }

// Random numbers are any of 4096: those with 4 high and 8 low bits as they like, so that remainders as well as fractions of
// RAND_MAX differ.
procedure $random() returns (result: bv32)
{
  var high: bv4;
  var low: bv8;
  havoc high, low;
  result := 0bv1 ++ high ++ 0bv19 ++ low;
}

procedure rand(self: bv32) returns (result: bv32) { atomic { call result := $random(); } }
procedure rand_r(self: bv32, seed: $pointer) returns (result: bv32) { atomic { call result := $random(); } }
procedure srand(self: bv32, seed: bv32) { }
procedure srandom(self: bv32, seed: bv32) { }

procedure random(self: bv32) returns (result: bv64)
{
  var number: bv32;
  atomic {
    call number := $random();
    result := $from_32_to_64(number);
  }
}

// What is written is not looked at.
procedure puts(self: bv32, string: $pointer) returns (result: bv32) { result := 1bv32; }
procedure putchar(self: bv32, byte: bv32) returns (result: bv32) { result := byte; }
procedure fputs(self: bv32, string: $pointer, stream: $pointer) returns (result: bv32) { result := 1bv32; }
procedure fputc(self: bv32, byte: bv32, stream: $pointer) returns (result: bv32) { result := byte; }
procedure putc(self: bv32, byte: bv32, stream: $pointer) returns (result: bv32) { result := byte; }
procedure fflush(self: bv32, stream: $pointer) returns (result: bv32) { result := 0bv32; }
procedure perror(self: bv32, string: $pointer) { }
procedure setbuf(self: bv32, stream: $pointer, buffer: $pointer) { }

procedure setvbuf(self: bv32, stream: $pointer, buffer: $pointer, mode: bv32, size: bv64) returns (result: bv32)
{
  result := 0bv32;
}

procedure fwrite(self: bv32, object: $pointer, size: bv64, count: bv64, stream: $pointer) returns (result: bv64)
{
  result := count;
}

// SV-COMP: https://sv-comp.sosy-lab.org/2025/rules.php
procedure reach_error(self: bv32) { assert {:msg "reach_error was called"} false; }
procedure __VERIFIER_error(self: bv32) { assert {:msg "__VERIFIER_error was called"} false; }

// A run that breaks an assumption is none of those that are asked about: it ends here, with nothing left to go wrong.
procedure __VERIFIER_assume(self: bv32, condition: bv32)
{
  atomic {
    if (condition == 0bv32) {
      call $halt();
    }
  }
}

procedure __VERIFIER_atomic_begin(self: bv32) { call $atomic_begin(); }
procedure __VERIFIER_atomic_end(self: bv32) { call $atomic_end(); }

procedure __VERIFIER_nondet_bool(self: bv32) returns (result: bool) { havoc result; }
procedure __VERIFIER_nondet__Bool(self: bv32) returns (result: bool) { havoc result; }
procedure __VERIFIER_nondet_char(self: bv32) returns (result: bv8) { havoc result; }
procedure __VERIFIER_nondet_uchar(self: bv32) returns (result: bv8) { havoc result; }
procedure __VERIFIER_nondet_unsigned_char(self: bv32) returns (result: bv8) { havoc result; }
procedure __VERIFIER_nondet_u8(self: bv32) returns (result: bv8) { havoc result; }
procedure __VERIFIER_nondet_short(self: bv32) returns (result: bv16) { havoc result; }
procedure __VERIFIER_nondet_ushort(self: bv32) returns (result: bv16) { havoc result; }
procedure __VERIFIER_nondet_u16(self: bv32) returns (result: bv16) { havoc result; }
procedure __VERIFIER_nondet_int(self: bv32) returns (result: bv32) { havoc result; }
procedure __VERIFIER_nondet_uint(self: bv32) returns (result: bv32) { havoc result; }
procedure __VERIFIER_nondet_unsigned(self: bv32) returns (result: bv32) { havoc result; }
procedure __VERIFIER_nondet_unsigned_int(self: bv32) returns (result: bv32) { havoc result; }
procedure __VERIFIER_nondet_u32(self: bv32) returns (result: bv32) { havoc result; }
procedure __VERIFIER_nondet_float(self: bv32) returns (result: bv32) { havoc result; }
procedure __VERIFIER_nondet_long(self: bv32) returns (result: bv64) { havoc result; }
procedure __VERIFIER_nondet_ulong(self: bv32) returns (result: bv64) { havoc result; }
procedure __VERIFIER_nondet_unsigned_long(self: bv32) returns (result: bv64) { havoc result; }
procedure __VERIFIER_nondet_longlong(self: bv32) returns (result: bv64) { havoc result; }
procedure __VERIFIER_nondet_ulonglong(self: bv32) returns (result: bv64) { havoc result; }
procedure __VERIFIER_nondet_size_t(self: bv32) returns (result: bv64) { havoc result; }
procedure __VERIFIER_nondet_loff_t(self: bv32) returns (result: bv64) { havoc result; }
procedure __VERIFIER_nondet_double(self: bv32) returns (result: bv64) { havoc result; }
procedure __VERIFIER_nondet_pointer(self: bv32) returns (result: $pointer) { havoc result; }
