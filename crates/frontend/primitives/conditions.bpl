// Condition variables: `pthread_cond_t` of POSIX.1-2017, and `cnd_t` of C11.
//
// Of the 48 bytes these are used: the set of threads that wait at 0, and of those that were woken and have not gone on yet
// at 8.
// A signal wakes any one of the threads that wait at that moment; POSIX promises no order.
// A thread that waits may also wake up for no reason: a step that cannot be counted on.
// To wait is three steps: to unlock the mutex and be one of those that wait, to be woken, and to lock the mutex again.
// A recursive mutex that is held more than once is not let go of meanwhile: POSIX says no more than that it is unlocked, once.

function $waiting(condition: $pointer) returns (bv64) { $load_bv64(condition) }
function $woken(condition: $pointer) returns (bv64) { $load_bv64($offset(condition, 8bv64)) }

procedure $make_condition(condition: $pointer)
{
  call $store(condition, 0bv64);
  call $store($offset(condition, 8bv64), 0bv64);
}

// Waits, until the time is over if there is one; it may be over at any moment. At a cancellation point a thread that was cancelled waits
// no more: it locks the mutex again, and ends. One that was woken goes on, since nobody else would be woken in its place.
procedure $wait_on(
  self: bv32, condition: $pointer, mutex: $pointer, time: $pointer, is_point: bool
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
    if (is_point && $is_cancelled($cancel_requested, $cancel_disabled, self)) {
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
    assume {:unhang_wait "cond"} time != $null && $has($waiting(condition), self);
    call $store(condition, $without($waiting(condition), self));
    call $end_wait(self, $load_bv64(time));
    result := 110bv32;
  }
  goto again;
  cancelled:
  atomic {
    assume {:unhang_wait "cond"}
      is_point && $is_cancelled($cancel_requested, $cancel_disabled, self) && $has($waiting(condition), self);
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

// The same until the time in a `struct timespec`.
procedure $wait_on_until(
  self: bv32, condition: $pointer, mutex: $pointer, time: $pointer, is_point: bool
) returns (unwinding: $pointer, result: bv32)
{
  unwinding, result := $null, 22bv32;
  if (!$is_no_time(time)) {
    call unwinding, result := $wait_on(self, condition, mutex, time, is_point);
  }
}

procedure pthread_cond_wait(self: bv32, condition: $pointer, mutex: $pointer) returns (result: bv32)
{
  var unwinding: $pointer;
  call unwinding, result := $wait_on(self, condition, mutex, $null, false);
}

procedure pthread_cond_timedwait(
  self: bv32, condition: $pointer, mutex: $pointer, time: $pointer
) returns (result: bv32)
{
  var unwinding: $pointer;
  call unwinding, result := $wait_on_until(self, condition, mutex, time, false);
}

procedure pthread_cond_clockwait(
  self: bv32, condition: $pointer, mutex: $pointer, clock: bv32, time: $pointer
) returns (result: bv32)
{
  if ($is_no_clock_to_wait_by(clock)) {
    result := 22bv32;
  } else {
    call result := pthread_cond_timedwait(self, condition, mutex, time);
  }
}

// Wakes one of those that wait, if there are any.
procedure $wake_one(condition: $pointer)
{
  var chosen: bv32;
  if ($waiting(condition) != 0bv64) {
    call chosen := $choose($waiting(condition));
    call $store($offset(condition, 8bv64), $with($woken(condition), chosen));
    call $store(condition, $without($waiting(condition), chosen));
  }
}

procedure $wake_all(condition: $pointer)
{
  call $store($offset(condition, 8bv64), $or_64($woken(condition), $waiting(condition)));
  call $store(condition, 0bv64);
}

procedure pthread_cond_signal(self: bv32, condition: $pointer) returns (result: bv32)
{
  atomic {
    call $wake_one(condition);
    result := 0bv32;
  }
}

procedure pthread_cond_broadcast(self: bv32, condition: $pointer) returns (result: bv32)
{
  atomic {
    call $wake_all(condition);
    result := 0bv32;
  }
}

procedure pthread_cond_init(self: bv32, condition: $pointer, attributes: $pointer) returns (result: bv32)
{
  atomic {
    call $make_condition(condition);
    result := 0bv32;
  }
}

// It may be destroyed as soon as nobody waits any more. As in glibc, those who were woken are let go first,
// since they still look at it.
procedure pthread_cond_destroy(self: bv32, condition: $pointer) returns (result: bv32)
{
  atomic {
    call $destroy_condition(condition);
    result := 0bv32;
  }
}

procedure $destroy_condition(condition: $pointer)
{
  assert {:msg "a condition variable is destroyed while a thread waits for it"} $waiting(condition) == 0bv64;
  assume {:unhang_wait "cond"} $woken(condition) == 0bv64;
}

// Attributes have no effect; see `runtime/attributes.c`.
procedure pthread_condattr_init(self: bv32, attributes: $pointer) returns (result: bv32)
{
  atomic {
    call $store(attributes, 0bv32);
    result := 0bv32;
  }
}

procedure pthread_condattr_destroy(self: bv32, attributes: $pointer) returns (result: bv32) { result := 0bv32; }

// C11: 0 for success, 2 for an error, 4 for a time that ran out.
function $c11_result(result: bv32) returns (bv32)
{
  if result == 0bv32 then 0bv32 else if result == 110bv32 then 4bv32 else 2bv32
}

procedure cnd_init(self: bv32, condition: $pointer) returns (result: bv32)
{
  call result := pthread_cond_init(self, condition, $null);
}

procedure cnd_destroy(self: bv32, condition: $pointer)
{
  atomic { call $destroy_condition(condition); }
}

procedure cnd_wait(self: bv32, condition: $pointer, mutex: $pointer) returns (result: bv32)
{
  call result := pthread_cond_wait(self, condition, mutex);
  result := $c11_result(result);
}

procedure cnd_timedwait(self: bv32, condition: $pointer, mutex: $pointer, time: $pointer) returns (result: bv32)
{
  call result := pthread_cond_timedwait(self, condition, mutex, time);
  result := $c11_result(result);
}

procedure cnd_signal(self: bv32, condition: $pointer) returns (result: bv32)
{
  call result := pthread_cond_signal(self, condition);
}

procedure cnd_broadcast(self: bv32, condition: $pointer) returns (result: bv32)
{
  call result := pthread_cond_broadcast(self, condition);
}
