// What is done at the end of a thread or of the program: lists of functions, last in first out.
// `atexit` of C11, `__cxa_atexit` and `__cxa_thread_atexit` of the Itanium C++ ABI, keys of POSIX.1-2017 and C11.
//
// An element of a list has 32 bytes: the function at 0, its argument at 8, the next element at 16, whether it takes the
// argument at 24. Functions may register further functions while the list is worked off.

var $program_exits: $pointer;
var $thread_exits: [bv32]$pointer;

procedure $new_exit(routine: $pointer, argument: $pointer, takes: bv64, next: $pointer) returns (entry: $pointer)
{
  call entry := $allocate_heap(32bv64);
  call $store(entry, routine);
  call $store($offset(entry, 8bv64), argument);
  call $store($offset(entry, 16bv64), next);
  call $store($offset(entry, 24bv64), takes);
}

procedure atexit(self: bv32, routine: $pointer) returns (result: bv32)
{
  var first: $pointer;
  atomic {
    call first := $new_exit(routine, $null, 0bv64, $program_exits);
    $program_exits, result := first, 0bv32;
  }
}

procedure __cxa_atexit(self: bv32, routine: $pointer, argument: $pointer, library: $pointer) returns (result: bv32)
{
  var first: $pointer;
  atomic {
    call first := $new_exit(routine, argument, 1bv64, $program_exits);
    $program_exits, result := first, 0bv32;
  }
}

procedure __cxa_thread_atexit(
  self: bv32, routine: $pointer, argument: $pointer, library: $pointer
) returns (result: bv32)
{
  var first: $pointer;
  atomic {
    call first := $new_exit(routine, argument, 1bv64, $thread_exits[self]);
    $thread_exits, result := $thread_exits[self := first], 0bv32;
  }
}

procedure $run_program_exits(self: bv32)
{
  var entry, routine, argument, unwinding: $pointer;
  more:
  atomic {
    if ($program_exits == $null) {
      return;
    }
    entry := $program_exits;
    routine, argument := $load_pointer(entry), $load_pointer($offset(entry, 8bv64));
    $program_exits := $load_pointer($offset(entry, 16bv64));
    if ($load_bv64($offset(entry, 24bv64)) == 1bv64) {
      call $free(entry);
      goto with_argument;
    }
    call $free(entry);
  }
  unwinding := $null;
  call unwinding := $call(routine, self);
  call $expect_return(self, unwinding);
  goto more;
  with_argument:
  call $call_at_end(self, routine, argument);
  goto more;
}

procedure $run_thread_exits(self: bv32)
{
  var entry, routine, argument: $pointer;
  more:
  atomic {
    if ($thread_exits[self] == $null) {
      return;
    }
    entry := $thread_exits[self];
    routine, argument := $load_pointer(entry), $load_pointer($offset(entry, 8bv64));
    $thread_exits[self] := $load_pointer($offset(entry, 16bv64));
    call $free(entry);
  }
  call $call_at_end(self, routine, argument);
  goto more;
}
