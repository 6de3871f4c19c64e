// The process: <stdlib.h>, <assert.h> and <unistd.h> of C11 and POSIX.1-2017.
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

procedure get_nprocs(self: bv32) returns (result: bv32) { result := 2bv32; }

// What is written makes no difference, but it is read: up to its end, or to so many bytes, or to a byte that nobody knows. That it
// happens in one step hides nothing, as nobody sees how far it has come.
function $is_known(byte: bv8) returns (bool) { $is_number($bits_to_pointer($from_8_to_64(byte))) }

procedure $read_text(self: bv32, text: $pointer, most: bv64)
{
  var count: bv64;
  atomic {
    count := 0bv64;
    while (count != most && $is_known($load_bv8($offset(text, count))) && $load_bv8($offset(text, count)) != 0bv8) {
      count := $add_64(count, 1bv64);
    }
  }
}

// As in glibc, null is printed as such.
procedure $read_text_if_any(self: bv32, text: $pointer, most: bv64)
{
  if (text != $null) {
    call $read_text(self, text, most);
  }
}

procedure puts(self: bv32, string: $pointer) returns (result: bv32)
{
  call $read_text(self, string, 18446744073709551615bv64);
  result := 1bv32;
}

procedure putchar(self: bv32, byte: bv32) returns (result: bv32) { result := byte; }

procedure fputs(self: bv32, string: $pointer, stream: $pointer) returns (result: bv32)
{
  call result := puts(self, string);
}

procedure fputc(self: bv32, byte: bv32, stream: $pointer) returns (result: bv32) { result := byte; }
procedure putc(self: bv32, byte: bv32, stream: $pointer) returns (result: bv32) { result := byte; }
procedure fflush(self: bv32, stream: $pointer) returns (result: bv32) { result := 0bv32; }

procedure perror(self: bv32, string: $pointer)
{
  call $read_text_if_any(self, string, 18446744073709551615bv64);
}

procedure setbuf(self: bv32, stream: $pointer, buffer: $pointer) { }

procedure setvbuf(self: bv32, stream: $pointer, buffer: $pointer, mode: bv32, size: bv64) returns (result: bv32)
{
  result := 0bv32;
}

procedure fwrite(self: bv32, object: $pointer, size: bv64, count: bv64, stream: $pointer) returns (result: bv64)
{
  var first, last: bv8;
  atomic {
    if (size != 0bv64 && count != 0bv64) {
      first := $load_bv8(object);
      last := $load_bv8($offset(object, $subtract_64($multiply_64(size, count), 1bv64)));
    }
    result := count;
  }
}
