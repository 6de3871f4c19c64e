// Threads: <pthread.h> of POSIX.1-2017, and <threads.h> of C11.
//
// A thread is known by a number below 64; its `pthread_t`, and its `thrd_t`, is the number plus one.
// The number of a thread that was joined, or has finished and is detached, is free for the next thread, and the lowest free
// number is taken, so that a program that starts threads for ever has finitely many states. Only that of a thread which ended as
// the owner of a lock is not used again: the lock is not that of the next one.
// The new thread's id is stored before it starts to run, as glibc does; POSIX leaves that open.

// The numbers of threads that run, or can be joined.
var $threads: bv64;
// Those that have finished and can be joined.
var $finished: bv64;
// Those that nobody joins.
var $detached: bv64;
// Those of threads that are gone, but own locks.
var $still_owners: bv64;
// What those that have finished returned.
var $results: [bv32]$pointer;

function $thread_id(number: bv32) returns (bv64) { $add_64($from_32_to_64(number), 1bv64) }
function $thread_number(thread: bv64) returns (bv32) { $subtract_64(thread, 1bv64)[32:0] }
function $is_thread_id(thread: bv64) returns (bool) { $less_64($subtract_64(thread, 1bv64), 64bv64) }

// What a thread runs: a routine with its argument. It leaves with its very last step: otherwise threads that have their
// return still before them could pile up while their numbers are used again.
procedure {:unhang_wraps} $thread(self: bv32, routine: $pointer, argument: $pointer)
{
  var unwinding, result: $pointer;
  call unwinding, result := $call(routine, self, argument);
  if (unwinding != $null) {
    call result := $exit_result(self, unwinding);
  }
  atomic {
    if ($leaves_at_once($thread_exits[self], $keys, $threads, $finished, $program_exits, self)) {
      call $leave_thread(self, result);
      return;
    }
  }
  call $run_exits(self);
  atomic {
    if (!$ends_program($threads, $finished, $program_exits, self)) {
      call $leave_thread(self, result);
      return;
    }
  }
  call exit(self, 0bv32);
}

// What a thread runs whose routine returns something else than a pointer, as in old programs: what it returns is lost.
procedure {:unhang_wraps} $thread_without_result(self: bv32, routine: $pointer, argument: $pointer)
{
  var unwinding, result: $pointer;
  var number: bv64;
  call unwinding := $call(routine, self, argument);
  if (unwinding != $null) {
    call result := $exit_result(self, unwinding);
  } else {
    atomic {
      call number := $obscure();
      result := $bits_to_pointer(number);
    }
  }
  atomic {
    if ($leaves_at_once($thread_exits[self], $keys, $threads, $finished, $program_exits, self)) {
      call $leave_thread(self, result);
      return;
    }
  }
  call $run_exits(self);
  atomic {
    if (!$ends_program($threads, $finished, $program_exits, self)) {
      call $leave_thread(self, result);
      return;
    }
  }
  call exit(self, 0bv32);
}

// What a thread of C11 runs, whose routine returns an `int`.
procedure {:unhang_wraps} $thrd(self: bv32, routine: $pointer, argument: $pointer)
{
  var unwinding, returned: $pointer;
  var result: bv32;
  call unwinding, result := $call(routine, self, argument);
  if (unwinding != $null) {
    call returned := $exit_result(self, unwinding);
    result := $to_int(returned);
  }
  atomic {
    if ($leaves_at_once($thread_exits[self], $keys, $threads, $finished, $program_exits, self)) {
      call $leave_thread(self, $from_int(result));
      return;
    }
  }
  call $run_exits(self);
  atomic {
    if (!$ends_program($threads, $finished, $program_exits, self)) {
      call $leave_thread(self, $from_int(result));
      return;
    }
  }
  call exit(self, 0bv32);
}

// As threads of C11 can be joined by `pthread_join`, their results are kept as pointers.
function $from_int(result: bv32) returns ($pointer) { $bits_to_pointer($from_signed_32_to_64(result)) }
function $to_int(result: $pointer) returns (bv32) { $pointer_to_bits(result)[32:0] }

// Whether the end of the thread, with no other one left, is that of the program, as if it had called `exit`, and there is something
// to be done then.
function $ends_program(threads: bv64, finished: bv64, exits: $pointer, self: bv32) returns (bool)
{
  exits != $null && $and_64(threads, $not_64(finished)) == $only(self)
}

// Whether a thread that has left all functions has nothing more to do.
function $leaves_at_once(
  thread_exits: $pointer, keys: bv64, threads: bv64, finished: bv64, program_exits: $pointer, self: bv32
) returns (bool)
{
  thread_exits == $null && keys == 0bv64 && !$ends_program(threads, finished, program_exits, self)
}

// What a thread does at its end, once it has left all functions.
procedure $finish_thread(self: bv32, result: $pointer)
{
  call $run_exits(self);
  atomic {
    if (!$ends_program($threads, $finished, $program_exits, self)) {
      call $leave_thread(self, result);
      return;
    }
  }
  call exit(self, 0bv32);
}

procedure $run_exits(self: bv32)
{
  call $run_thread_exits(self);
  call $run_key_destructors(self);
}

procedure $leave_thread(self: bv32, result: $pointer)
{
  call $end_errno(self);
  call $end_name(self);
  call $end_thread_locals();
  call $forget_times(self);
  call $forget_cancellation(self);
  if ($has($detached, self)) {
    $detached := $without($detached, self);
    call $free_number(self);
  } else {
    $finished, $results := $with($finished, self), $results[self := result];
  }
}

// Nobody knows the thread any more.
procedure $free_number(number: bv32)
{
  $threads := $without($threads, number);
  $still_owners := if $owned[number] == 0bv32 then $still_owners else $with($still_owners, number);
}

// Takes a number for a new thread; its state is what its creator says.
procedure $new_thread(is_detached: bool) returns (number: bv32)
{
  if ($not_64($or_64($threads, $still_owners)) == 0bv64) {
    if ($still_owners == 0bv64) {
      assume {:unhang_unsupported "more than 64 threads at a time"} true;
    }
    assume {:unhang_unsupported "more than 64 threads, counting those that ended while they held locks,"} true;
  }
  number := $lowest_missing($or_64($threads, $still_owners));
  $threads := $with($threads, number);
  $detached := if is_detached then $with($detached, number) else $detached;
  call $begin_thread(number);
}

// What threads have their own of is null before and after their time: no trace is left of who had the number before.
procedure $begin_thread(number: bv32)
{
  $results, $errno := $results[number := $null], $errno[number := $null];
  $thread_exits, $futex_addresses := $thread_exits[number := $null], $futex_addresses[number := $null];
  $exit_results, $caught, $uncaught := $exit_results[number := $null], $caught[number := $null], $uncaught[number := 0bv32];
  call $forget_times(number);
  $names := $names[number := $null];
  $owned := $owned[number := 0bv32];
  call $make_thread_locals();
}

// Variables of which each thread has its own: one object with all of them, a copy of what the program says they hold at first.
// The program sets these two before anything else.
var $thread_locals_size: bv64;
var $thread_locals_image: $pointer;
// The object of the thread that looks. Every thread has a pointer of its own, though it looks like a global variable:
// the front end makes a parameter of it that calls hand on.
var $own: $pointer;
// That of the thread which is about to be started, which takes it from here.
var $new_own: $pointer;

procedure $make_thread_locals()
{
  var object: $pointer;
  if ($thread_locals_size != 0bv64) {
    call object := $allocate_heap($thread_locals_size);
    call $copy(object, $thread_locals_image, $thread_locals_size);
    $new_own := object;
  }
}

// To be called when the new thread has it.
procedure $hand_over_thread_locals()
{
  if ($thread_locals_size != 0bv64) {
    $new_own := $null;
  }
}

procedure $end_thread_locals()
{
  if ($thread_locals_size != 0bv64) {
    call $free($own);
  }
}

// Waits for the thread, which must exist, and forgets it.
procedure $take_result(number: bv32) returns (result: $pointer)
{
  assume {:unhang_wait "join"} $has($finished, number);
  result := $results[number];
  $finished := $without($finished, number);
  $results[number] := $null;
  call $free_number(number);
}

procedure $check_thread(thread: bv64)
{
  assert {:msg "there is no such thread: it was joined before, or has finished and is detached"}
    $is_thread_id(thread) && $has($threads, $thread_number(thread));
}

procedure pthread_create(
  self: bv32, thread: $pointer, attributes: $pointer, routine: $pointer, argument: $pointer
) returns (result: bv32)
{
  var number: bv32;
  atomic {
    call number := $new_thread(attributes != $null && $load_bv32(attributes) == 1bv32);
    call $store(thread, $thread_id(number));
    call {:async} $thread(number, routine, argument);
    call $hand_over_thread_locals();
    result := 0bv32;
  }
}

procedure $pthread_create_without_result(
  self: bv32, thread: $pointer, attributes: $pointer, routine: $pointer, argument: $pointer
) returns (result: bv32)
{
  var number: bv32;
  atomic {
    call number := $new_thread(attributes != $null && $load_bv32(attributes) == 1bv32);
    call $store(thread, $thread_id(number));
    call {:async} $thread_without_result(number, routine, argument);
    call $hand_over_thread_locals();
    result := 0bv32;
  }
}

procedure thrd_create(self: bv32, thread: $pointer, routine: $pointer, argument: $pointer) returns (result: bv32)
{
  var number: bv32;
  atomic {
    call number := $new_thread(false);
    call $store(thread, $thread_id(number));
    call {:async} $thrd(number, routine, argument);
    call $hand_over_thread_locals();
    result := 0bv32;
  }
}

// EDEADLK for the thread itself and EINVAL for a detached thread are what POSIX recommends where it says nothing more.
procedure pthread_join(self: bv32, thread: bv64, place: $pointer) returns (result: bv32)
{
  var returned: $pointer;
  atomic {
    call $check_thread(thread);
    if (thread == $thread_id(self)) {
      result := 35bv32;
      return;
    }
    if ($has($detached, $thread_number(thread))) {
      result := 22bv32;
      return;
    }
    call returned := $take_result($thread_number(thread));
    if (place != $null) {
      call $store(place, returned);
    }
    result := 0bv32;
  }
}

procedure thrd_join(self: bv32, thread: bv64, place: $pointer) returns (result: bv32)
{
  var returned: $pointer;
  atomic {
    call $check_thread(thread);
    if (thread == $thread_id(self) || $has($detached, $thread_number(thread))) {
      result := 2bv32;
      return;
    }
    call returned := $take_result($thread_number(thread));
    if (place != $null) {
      call $store(place, $to_int(returned));
    }
    result := 0bv32;
  }
}

procedure pthread_detach(self: bv32, thread: bv64) returns (result: bv32)
{
  var number: bv32;
  atomic {
    call $check_thread(thread);
    number := $thread_number(thread);
    result := if $has($detached, number) then 22bv32 else 0bv32;
    if ($has($finished, number)) {
      $finished := $without($finished, number);
      $results[number] := $null;
      call $free_number(number);
    } else {
      $detached := $with($detached, number);
    }
  }
}

procedure thrd_detach(self: bv32, thread: bv64) returns (result: bv32)
{
  call result := pthread_detach(self, thread);
  result := if result == 0bv32 then 0bv32 else 2bv32;
}

procedure pthread_self(self: bv32) returns (result: bv64) { result := $thread_id(self); }
procedure thrd_current(self: bv32) returns (result: bv64) { result := $thread_id(self); }

procedure pthread_equal(self: bv32, first: bv64, second: bv64) returns (result: bv32)
{
  result := if first == second then 1bv32 else 0bv32;
}

procedure thrd_equal(self: bv32, first: bv64, second: bv64) returns (result: bv32)
{
  result := if first == second then 1bv32 else 0bv32;
}

// A thread that ends before its routine returns leaves all functions that are at work by an exception of its own, which
// nobody catches; what it returns waits here until it has left the last of them.
var $exit_results: [bv32]$pointer;

procedure $end_early(self: bv32, result: $pointer) returns (unwinding: $pointer)
{
  $exit_results, unwinding := $exit_results[self := result], $forced;
  // It is not cancelled any more.
  $cancel_disabled := $with($cancel_disabled, self);
}

procedure pthread_exit(self: bv32, result: $pointer) returns (unwinding: $pointer)
{
  atomic {
    call unwinding := $end_early(self, result);
  }
}

procedure thrd_exit(self: bv32, result: bv32) returns (unwinding: $pointer)
{
  atomic {
    call unwinding := $end_early(self, $from_int(result));
  }
}

procedure $exit_result(self: bv32, unwinding: $pointer) returns (result: $pointer)
{
  if (unwinding != $forced) {
    call $ask_handler(self);
  }
  assert {:msg "an exception leaves the function that a thread runs"} unwinding == $forced;
  atomic {
    result := $exit_results[self];
    $exit_results := $exit_results[self := $null];
  }
}

// `main` has been left by an exception: an error, unless it is that of `pthread_exit`, which ends no other thread.
procedure $leave_main(self: bv32, unwinding: $pointer)
{
  var result: $pointer;
  if (unwinding != $forced) {
    call $ask_handler(self);
  }
  assert {:msg "an exception leaves `main`"} unwinding == $forced;
  call result := $exit_result(self, unwinding);
  call $finish_thread(self, result);
}


// `pthread_once_t` and `once_flag`: 0 new, 1 running, 2 done.
procedure pthread_once(self: bv32, once: $pointer, routine: $pointer) returns (unwinding: $pointer, result: bv32)
{
  call unwinding := $run_once(self, once, routine);
  result := 0bv32;
}

procedure call_once(self: bv32, once: $pointer, routine: $pointer) returns (unwinding: $pointer)
{
  call unwinding := $run_once(self, once, routine);
}

procedure $run_once(self: bv32, once: $pointer, routine: $pointer) returns (unwinding: $pointer)
{
  unwinding := $null;
  atomic {
    assume {:unhang_wait "once"} $load_bv32(once) != 1bv32;
    if ($load_bv32(once) == 2bv32) {
      return;
    }
    call $store(once, 1bv32);
  }
  call unwinding := $call(routine, self);
  call $store(once, if unwinding == $null then 2bv32 else 0bv32);
}

// Attributes of threads: whether it is detached, in the first four bytes (0 no, 1 yes); the others have no effect, see
// `runtime/attributes.c`.
procedure pthread_attr_init(self: bv32, attributes: $pointer) returns (result: bv32)
{
  atomic {
    call $fill(attributes, 0bv8, 36bv64);
    result := 0bv32;
  }
}

procedure pthread_attr_destroy(self: bv32, attributes: $pointer) returns (result: bv32) { result := 0bv32; }

procedure pthread_attr_setdetachstate(self: bv32, attributes: $pointer, state: bv32) returns (result: bv32)
{
  atomic {
    if (state != 0bv32 && state != 1bv32) {
      result := 22bv32;
      return;
    }
    call $store(attributes, state);
    result := 0bv32;
  }
}

procedure pthread_attr_getdetachstate(self: bv32, attributes: $pointer, place: $pointer) returns (result: bv32)
{
  atomic {
    call $store(place, $load_bv32(attributes));
    result := 0bv32;
  }
}

procedure pthread_setaffinity_np(self: bv32, thread: bv64, size: bv64, set: $pointer) returns (result: bv32)
{
  result := 0bv32;
}

// Nobody forks.
procedure pthread_atfork(self: bv32, prepare: $pointer, parent: $pointer, child: $pointer) returns (result: bv32)
{
  result := 0bv32;
}

procedure gettid(self: bv32) returns (result: bv32) { result := $add_32(1000bv32, self); }

procedure pthread_setconcurrency(self: bv32, level: bv32) returns (result: bv32) { result := 0bv32; }
