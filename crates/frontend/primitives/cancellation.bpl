// Cancellation: <pthread.h> of POSIX.1-2017.
//
// A thread that is to end does so at its next cancellation point, unless it has disabled that: it leaves its functions like one
// that calls `pthread_exit`, and is not to be cancelled any more. Threads that may be cancelled at any moment are not modelled.
// Procedures whose names begin with `$cancellable_` are taken instead of those without, if the program calls `pthread_cancel`:
// they are the cancellation points. Output need not be one, and is put off at most once.

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

procedure $cancellable_pause(self: bv32) returns (unwinding: $pointer)
{
  atomic {
    unwinding := $null;
    if ($is_cancelled($cancel_requested, $cancel_disabled, self)) {
      call unwinding := $be_cancelled(self);
    } else {
      $time_has_passed := $with($time_has_passed, self);
    }
  }
}

procedure $cancellable_sleep(self: bv32, seconds: bv32) returns (unwinding: $pointer, result: bv32)
{
  result := 0bv32;
  call unwinding := $cancellable_pause(self);
}

procedure $cancellable_usleep(self: bv32, time: bv32) returns (unwinding: $pointer, result: bv32)
{
  result := 0bv32;
  call unwinding := $cancellable_pause(self);
}

procedure $cancellable_nanosleep(self: bv32, time: $pointer, rest: $pointer) returns (unwinding: $pointer, result: bv32)
{
  result := 0bv32;
  call unwinding := $cancellable_pause(self);
}

procedure $cancellable_clock_nanosleep(
  self: bv32, clock: bv32, flags: bv32, time: $pointer, rest: $pointer
) returns (unwinding: $pointer, result: bv32)
{
  result := 0bv32;
  call unwinding := $cancellable_pause(self);
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
    assume {:unhang_wait "join"}
      $has($finished, $thread_number(thread)) || $is_cancelled($cancel_requested, $cancel_disabled, self);
    // Nobody needs to wait for one that has finished, and then this need not be a cancellation point.
    if ($is_cancelled($cancel_requested, $cancel_disabled, self)) {
      if (!$has($finished, $thread_number(thread))) {
        call unwinding := $be_cancelled(self);
        return;
      }
      if (*) {
        call unwinding := $be_cancelled(self);
        return;
      }
    }
    call returned := $take_result($thread_number(thread));
    if (place != $null) {
      call $store(place, returned);
    }
  }
}

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

procedure $cancellable_pthread_cond_wait(
  self: bv32, condition: $pointer, mutex: $pointer
) returns (unwinding: $pointer, result: bv32)
{
  call unwinding, result := $cancellable_wait(self, condition, mutex, false);
}

procedure $cancellable_pthread_cond_timedwait(
  self: bv32, condition: $pointer, mutex: $pointer, time: $pointer
) returns (unwinding: $pointer, result: bv32)
{
  call unwinding, result := $cancellable_wait(self, condition, mutex, true);
}

// As `pthread_cond_wait`, and `pthread_cond_timedwait` if the time may run out. The mutex is locked again before the thread ends.
// One that was woken goes on, since nobody else would be woken in its place.
procedure $cancellable_wait(
  self: bv32, condition: $pointer, mutex: $pointer, is_timed: bool
) returns (unwinding: $pointer, result: bv32)
{
  var ends: bool;
  atomic {
    unwinding, result, ends := $null, 0bv32, false;
    assert {:msg "the mutex of a condition variable was destroyed"} !$is_destroyed(mutex);
    if (!$holds(self, mutex)) {
      assert {:msg "a thread waits with a mutex that it does not hold"} $is_recursive(mutex) || $checks_errors(mutex);
      result := 1bv32;
      return;
    }
    if ($is_cancelled($cancel_requested, $cancel_disabled, self)) {
      call unwinding := $be_cancelled(self);
      return;
    }
    call $store(condition, $with($waiting(condition), self));
    if ($depth(mutex) != 0bv32) {
      call $store($offset(mutex, 4bv64), $subtract_32($depth(mutex), 1bv32));
    } else {
      call $disown(self, mutex);
      assume {:unhang_end "mutex", mutex} true;
    }
  }
  goto woken, unasked, late, cancelled;
  woken:
  atomic {
    assume {:unhang_wait "cond"} $has($woken(condition), self);
    call $store($offset(condition, 8bv64), $without($woken(condition), self));
  }
  goto again;
  unasked:
  atomic {
    assume {:unhang_wait "cond"} {:unhang_spurious} $has($waiting(condition), self);
    call $store(condition, $without($waiting(condition), self));
  }
  goto again;
  late:
  atomic {
    assume {:unhang_wait "cond"} is_timed && $has($waiting(condition), self);
    call $store(condition, $without($waiting(condition), self));
    $time_has_passed, result := $with($time_has_passed, self), 110bv32;
  }
  goto again;
  cancelled:
  atomic {
    assume {:unhang_wait "cond"}
      $is_cancelled($cancel_requested, $cancel_disabled, self) && $has($waiting(condition), self);
    call $store(condition, $without($waiting(condition), self));
    ends := true;
  }
  again:
  atomic {
    if ($holds(self, mutex)) {
      call $store($offset(mutex, 4bv64), $add_32($depth(mutex), 1bv32));
    } else {
      assume {:unhang_wait "mutex"} $owner(mutex) == 0bv32;
      call $own(self, mutex);
      assume {:unhang_begin "mutex", mutex} true;
    }
    if (ends) {
      call unwinding := $be_cancelled(self);
    }
  }
}
