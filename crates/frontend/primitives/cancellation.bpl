// Cancellation: <pthread.h> of POSIX.1-2017.
//
// A thread that is to end does so at its next cancellation point, unless it has disabled that: it leaves its functions like one
// that calls `pthread_exit`, and is not to be cancelled any more. Threads that may be cancelled at any moment are not modelled.
// Procedures whose names begin with `$cancellable_` are taken instead of those without, if the program calls `pthread_cancel`:
// they are the cancellation points. So is `write`, which is no primitive. Other output need not be one, and is put off at most once.

// The threads that are to end; that must not; that may at any moment; and that have put it off.
var $cancel_requested: bv64;
var $cancel_disabled: bv64;
var $cancel_at_once: bv64;
var $cancel_put_off: bv64;

function $is_cancelled(requested: bv64, disabled: bv64, self: bv32) returns (bool)
{
  $has(requested, self) && !$has(disabled, self)
}

// To be used in the last step of a thread.
procedure $forget_cancellation(self: bv32)
{
  $cancel_requested, $cancel_disabled := $without($cancel_requested, self), $without($cancel_disabled, self);
  $cancel_at_once, $cancel_put_off := $without($cancel_at_once, self), $without($cancel_put_off, self);
}

procedure $be_cancelled(self: bv32) returns (unwinding: $pointer)
{
  call unwinding := $end_early(self, $bits_to_pointer(18446744073709551615bv64));
}

procedure $refuse_to_cancel_at_once(thread: bv32)
{
  if ($has($cancel_at_once, thread) && $is_cancelled($cancel_requested, $cancel_disabled, thread)) {
    assume {:unhang_unsupported "a thread that may be cancelled at any moment"} true;
  }
}

procedure pthread_cancel(self: bv32, thread: bv64) returns (result: bv32)
{
  var number: bv32;
  atomic {
    call $check_thread(thread);
    number := $thread_number(thread);
    if (!$has($finished, number)) {
      $cancel_requested := $with($cancel_requested, number);
      call $refuse_to_cancel_at_once(number);
    }
    result := 0bv32;
  }
}

// Signals are not modelled; 0 asks whether there is such a thread.
procedure pthread_kill(self: bv32, thread: bv64, signal: bv32) returns (result: bv32)
{
  atomic {
    call $check_thread(thread);
    if (signal != 0bv32) {
      assume {:unhang_unsupported "pthread_kill"} true;
    }
    result := 0bv32;
  }
}

// 0 enabled, 1 disabled.
procedure pthread_setcancelstate(self: bv32, state: bv32, former: $pointer) returns (result: bv32)
{
  atomic {
    if (state != 0bv32 && state != 1bv32) {
      result := 22bv32;
      return;
    }
    if (former != $null) {
      call $store(former, if $has($cancel_disabled, self) then 1bv32 else 0bv32);
    }
    $cancel_disabled := if state == 1bv32 then $with($cancel_disabled, self) else $without($cancel_disabled, self);
    call $refuse_to_cancel_at_once(self);
    result := 0bv32;
  }
}

// 0 at cancellation points, 1 at any moment.
procedure pthread_setcanceltype(self: bv32, kind: bv32, former: $pointer) returns (result: bv32)
{
  atomic {
    if (kind != 0bv32 && kind != 1bv32) {
      result := 22bv32;
      return;
    }
    if (former != $null) {
      call $store(former, if $has($cancel_at_once, self) then 1bv32 else 0bv32);
    }
    $cancel_at_once := if kind == 1bv32 then $with($cancel_at_once, self) else $without($cancel_at_once, self);
    call $refuse_to_cancel_at_once(self);
    result := 0bv32;
  }
}

procedure pthread_testcancel(self: bv32) returns (unwinding: $pointer)
{
  atomic {
    unwinding := $null;
    if ($is_cancelled($cancel_requested, $cancel_disabled, self)) {
      call unwinding := $be_cancelled(self);
    }
  }
}

procedure $cancellable_output(self: bv32) returns (unwinding: $pointer)
{
  atomic {
    unwinding := $null;
    if ($is_cancelled($cancel_requested, $cancel_disabled, self)) {
      if (*) {
        call unwinding := $be_cancelled(self);
      } else if ($has($cancel_put_off, self)) {
        call unwinding := $be_cancelled(self);
      } else {
        $cancel_put_off := $with($cancel_put_off, self);
      }
    }
  }
}

// Sleep.
procedure $cancellable_sleep(self: bv32, seconds: bv32) returns (unwinding: $pointer, result: bv32)
{
  result := 0bv32;
  call unwinding := pthread_testcancel(self);
  if (unwinding == $null) {
    call result := sleep(self, seconds);
  }
}

procedure $cancellable_usleep(self: bv32, microseconds: bv32) returns (unwinding: $pointer, result: bv32)
{
  result := 0bv32;
  call unwinding := pthread_testcancel(self);
  if (unwinding == $null) {
    call result := usleep(self, microseconds);
  }
}

procedure $cancellable_nanosleep(self: bv32, time: $pointer, rest: $pointer) returns (unwinding: $pointer, result: bv32)
{
  result := 0bv32;
  call unwinding := pthread_testcancel(self);
  if (unwinding == $null) {
    call result := nanosleep(self, time, rest);
  }
}

procedure $cancellable_thrd_sleep(self: bv32, time: $pointer, rest: $pointer) returns (unwinding: $pointer, result: bv32)
{
  result := 0bv32;
  call unwinding := pthread_testcancel(self);
  if (unwinding == $null) {
    call result := thrd_sleep(self, time, rest);
  }
}

procedure $cancellable_clock_nanosleep(
  self: bv32, clock: bv32, flags: bv32, time: $pointer, rest: $pointer
) returns (unwinding: $pointer, result: bv32)
{
  result := 0bv32;
  call unwinding := pthread_testcancel(self);
  if (unwinding == $null) {
    call result := clock_nanosleep(self, clock, flags, time, rest);
  }
}

procedure $cancellable__ZNSt11this_thread11__sleep_forENSt6chrono8durationIlSt5ratioILl1ELl1EEEENS1_IlS2_ILl1ELl1000000000EEEE(
  self: bv32, seconds: bv64, nanoseconds: bv64
) returns (unwinding: $pointer)
{
  call unwinding := pthread_testcancel(self);
  if (unwinding == $null) {
    call $sleep(self, $from_seconds(seconds, nanoseconds));
  }
}

procedure $cancellable_$sleep_until(self: bv32, time: $pointer) returns (unwinding: $pointer)
{
  call unwinding := pthread_testcancel(self);
  if (unwinding == $null) {
    call unwinding := $sleep_until(self, time);
  }
}

// Joining. Nobody needs to wait for a thread that has finished, and then this need not be a cancellation point.
procedure $cancellable_end(self: bv32, number: bv32) returns (unwinding: $pointer, result: $pointer)
{
  unwinding, result := $null, $null;
  assume {:unhang_wait "join"} $has($finished, number) || $is_cancelled($cancel_requested, $cancel_disabled, self);
  if ($is_cancelled($cancel_requested, $cancel_disabled, self)) {
    if (!$has($finished, number)) {
      call unwinding := $be_cancelled(self);
      return;
    }
    if (*) {
      call unwinding := $be_cancelled(self);
      return;
    }
  }
  call result := $take_result(number);
}

procedure $cancellable_pthread_join(self: bv32, thread: bv64, place: $pointer) returns (unwinding: $pointer, result: bv32)
{
  var returned: $pointer;
  atomic {
    unwinding, result := $null, 0bv32;
    call $check_thread(thread);
    if (thread == $thread_id(self)) {
      result := 35bv32;
      return;
    }
    if ($has($detached, $thread_number(thread))) {
      result := 22bv32;
      return;
    }
    call unwinding, returned := $cancellable_end(self, $thread_number(thread));
    if (unwinding == $null && place != $null) {
      call $store(place, returned);
    }
  }
}

procedure $cancellable_thrd_join(self: bv32, thread: bv64, place: $pointer) returns (unwinding: $pointer, result: bv32)
{
  var returned: $pointer;
  atomic {
    unwinding, result := $null, 0bv32;
    call $check_thread(thread);
    if (thread == $thread_id(self) || $has($detached, $thread_number(thread))) {
      result := 2bv32;
      return;
    }
    call unwinding, returned := $cancellable_end(self, $thread_number(thread));
    if (unwinding == $null && place != $null) {
      call $store(place, $to_int(returned));
    }
  }
}

procedure $cancellable__ZNSt6thread4joinEv(self: bv32, thread: $pointer) returns (unwinding: $pointer)
{
  var result: bv32;
  unwinding := $null;
  if ($load_bv64(thread) == 0bv64 || $load_bv64(thread) == $thread_id(self)) {
    call _ZNSt6thread4joinEv(self, thread);
    return;
  }
  call unwinding, result := $cancellable_pthread_join(self, $load_bv64(thread), $null);
  if (unwinding == $null) {
    call $store(thread, 0bv64);
  }
}

// Semaphores.
procedure $cancellable_sem_wait(self: bv32, semaphore: $pointer) returns (unwinding: $pointer, result: bv32)
{
  atomic {
    unwinding, result := $null, 0bv32;
    assume {:unhang_wait "semaphore"}
      $load_bv32(semaphore) != 0bv32 || $is_cancelled($cancel_requested, $cancel_disabled, self);
    if ($is_cancelled($cancel_requested, $cancel_disabled, self)) {
      call unwinding := $be_cancelled(self);
      return;
    }
    call $store(semaphore, $subtract_32($load_bv32(semaphore), 1bv32));
  }
}

procedure $cancellable_sem_timedwait(
  self: bv32, semaphore: $pointer, time: $pointer
) returns (unwinding: $pointer, result: bv32)
{
  result := 0bv32;
  call unwinding := pthread_testcancel(self);
  if (unwinding == $null) {
    call result := sem_timedwait(self, semaphore, time);
  }
}

procedure $cancellable_sem_clockwait(
  self: bv32, semaphore: $pointer, clock: bv32, time: $pointer
) returns (unwinding: $pointer, result: bv32)
{
  if ($is_no_clock_to_wait_by(clock)) {
    unwinding := $null;
    atomic { call result := $fail(self, 22bv32); }
  } else {
    call unwinding, result := $cancellable_sem_timedwait(self, semaphore, time);
  }
}

// Condition variables.
procedure $cancellable_pthread_cond_wait(
  self: bv32, condition: $pointer, mutex: $pointer
) returns (unwinding: $pointer, result: bv32)
{
  call unwinding, result := $wait_on(self, condition, mutex, $null, true);
}

procedure $cancellable_pthread_cond_timedwait(
  self: bv32, condition: $pointer, mutex: $pointer, time: $pointer
) returns (unwinding: $pointer, result: bv32)
{
  call unwinding, result := $wait_on_until(self, condition, mutex, time, true);
}

procedure $cancellable_pthread_cond_clockwait(
  self: bv32, condition: $pointer, mutex: $pointer, clock: bv32, time: $pointer
) returns (unwinding: $pointer, result: bv32)
{
  if ($is_no_clock_to_wait_by(clock)) {
    unwinding, result := $null, 22bv32;
  } else {
    call unwinding, result := $wait_on_until(self, condition, mutex, time, true);
  }
}

procedure $cancellable_cnd_wait(
  self: bv32, condition: $pointer, mutex: $pointer
) returns (unwinding: $pointer, result: bv32)
{
  call unwinding, result := $wait_on(self, condition, mutex, $null, true);
  result := $c11_result(result);
}

procedure $cancellable_cnd_timedwait(
  self: bv32, condition: $pointer, mutex: $pointer, time: $pointer
) returns (unwinding: $pointer, result: bv32)
{
  call unwinding, result := $wait_on_until(self, condition, mutex, time, true);
  result := $c11_result(result);
}

procedure $cancellable__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(
  self: bv32, condition: $pointer, lock: $pointer
) returns (unwinding: $pointer)
{
  var result: bv32;
  call unwinding, result := $wait_on(self, condition, $load_pointer(lock), $null, true);
}

procedure $cancellable_$wait_until(self: bv32, condition: $pointer, lock: $pointer, time: $pointer)
  returns (unwinding: $pointer, status: bv32)
{
  call unwinding, status := $wait_on(self, condition, $load_pointer(lock), time, true);
  if (unwinding == $null) {
    call status := $wait_status(self, status, time);
  }
}
