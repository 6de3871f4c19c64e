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

procedure pthread_cond_wait(self: bv32, condition: $pointer, mutex: $pointer) returns (result: bv32)
{
  atomic {
    assert {:msg "the mutex of a condition variable was destroyed"} !$is_destroyed(mutex);
    if (!$holds(self, mutex)) {
      assert {:msg "a thread waits with a mutex that it does not hold"} $is_recursive(mutex) || $checks_errors(mutex);
      result := 1bv32;
      return;
    }
    result := 0bv32;
    call $store(condition, $with($waiting(condition), self));
    if ($depth(mutex) != 0bv32) {
      call $store($offset(mutex, 4bv64), $subtract_32($depth(mutex), 1bv32));
    } else {
      call $disown(self, mutex);
      assume {:unhang_end "mutex", mutex} true;
    }
  }
  goto woken, unasked;
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
  again:
  atomic {
    if ($holds(self, mutex)) {
      call $store($offset(mutex, 4bv64), $add_32($depth(mutex), 1bv32));
      return;
    }
    assume {:unhang_wait "mutex"} $owner(mutex) == 0bv32;
    call $own(self, mutex);
    assume {:unhang_begin "mutex", mutex} true;
  }
}

// The time may run out at any moment.
procedure pthread_cond_timedwait(
  self: bv32, condition: $pointer, mutex: $pointer, time: $pointer
) returns (result: bv32)
{
  atomic {
    assert {:msg "the mutex of a condition variable was destroyed"} !$is_destroyed(mutex);
    if (!$holds(self, mutex)) {
      assert {:msg "a thread waits with a mutex that it does not hold"} $is_recursive(mutex) || $checks_errors(mutex);
      result := 1bv32;
      return;
    }
    result := 0bv32;
    call $store(condition, $with($waiting(condition), self));
    if ($depth(mutex) != 0bv32) {
      call $store($offset(mutex, 4bv64), $subtract_32($depth(mutex), 1bv32));
    } else {
      call $disown(self, mutex);
      assume {:unhang_end "mutex", mutex} true;
    }
  }
  goto woken, unasked, late;
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
    assume {:unhang_wait "cond"} $has($waiting(condition), self);
    call $store(condition, $without($waiting(condition), self));
    call $let_time_pass(self);
    result := 110bv32;
  }
  again:
  atomic {
    if ($holds(self, mutex)) {
      call $store($offset(mutex, 4bv64), $add_32($depth(mutex), 1bv32));
      return;
    }
    assume {:unhang_wait "mutex"} $owner(mutex) == 0bv32;
    call $own(self, mutex);
    assume {:unhang_begin "mutex", mutex} true;
  }
}

procedure pthread_cond_clockwait(
  self: bv32, condition: $pointer, mutex: $pointer, clock: bv32, time: $pointer
) returns (result: bv32)
{
  call result := pthread_cond_timedwait(self, condition, mutex, time);
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
  result := if result == 0bv32 then 0bv32 else 2bv32;
}

procedure cnd_timedwait(self: bv32, condition: $pointer, mutex: $pointer, time: $pointer) returns (result: bv32)
{
  call result := pthread_cond_timedwait(self, condition, mutex, time);
  result := if result == 0bv32 then 0bv32 else if result == 110bv32 then 4bv32 else 2bv32;
}

procedure cnd_signal(self: bv32, condition: $pointer) returns (result: bv32)
{
  call result := pthread_cond_signal(self, condition);
}

procedure cnd_broadcast(self: bv32, condition: $pointer) returns (result: bv32)
{
  call result := pthread_cond_broadcast(self, condition);
}
