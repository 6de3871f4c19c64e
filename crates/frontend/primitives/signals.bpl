// Masks of signals: POSIX.1-2017. A thread begins with that of its creator. What is done with them is in `runtime/signals.c`;
// programs that do not need that file do not need this one either.

// What is blocked in each thread, one bit for a signal. The first thread begins with nothing.
var $blocked: [bv32]bv64;

procedure __unhang_blocked(self: bv32) returns (result: bv64) { result := $blocked[self]; }
procedure __unhang_block(self: bv32, signals: bv64) { $blocked := $blocked[self := signals]; }

// To be used in the step that makes the thread.
procedure $inherit_mask(self: bv32, thread: bv64)
{
  $blocked := $blocked[$thread_number(thread) := $blocked[self]];
}

procedure $inheriting_pthread_create(
  self: bv32, thread: $pointer, attributes: $pointer, routine: $pointer, argument: $pointer
) returns (result: bv32)
{
  atomic {
    call result := pthread_create(self, thread, attributes, routine, argument);
    call $inherit_mask(self, $load_bv64(thread));
  }
}

procedure $inheriting_thrd_create(self: bv32, thread: $pointer, routine: $pointer, argument: $pointer) returns (result: bv32)
{
  atomic {
    call result := thrd_create(self, thread, routine, argument);
    call $inherit_mask(self, $load_bv64(thread));
  }
}

procedure $inheriting__ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
  self: bv32, thread: $pointer, owner: $pointer, depends_on: $pointer
)
{
  atomic {
    call _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(self, thread, owner, depends_on);
    call $inherit_mask(self, $load_bv64(thread));
  }
}
