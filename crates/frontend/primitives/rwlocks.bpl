// Readers-writer locks: `pthread_rwlock_t` of POSIX.1-2017, and the kinds of glibc.
//
// Of the 56 bytes these are used: the writer's number plus one (0: nobody) at 0, how many times it is held by readers at 4, the
// set of threads that wait to write at 8, the kind at 48, where glibc's static initialisers have it.
// With kind 0 readers go first, as in glibc: one that finds no writer at work does not wait for those that would like to be.
// With kind 2 it does, even if it holds the lock for reading already. Kind 1, which nobody gets without asking for it, lets
// readers in like 0, but hands the lock from writer to writer like 2, and is not modelled.
// EDEADLK for a thread that holds the lock for writing is what glibc gives.

function $writer(lock: $pointer) returns (bv32) { $load_bv32(lock) }
function $readers(lock: $pointer) returns (bv32) { $load_bv32($offset(lock, 4bv64)) }

function $waiting_writers(lock: $pointer) returns (bv64) { $load_bv64($offset(lock, 8bv64)) }
function $has_kind(lock: $pointer) returns (bool) { !$less_64($object_size(lock), 56bv64) }
function $lock_kind(lock: $pointer) returns (bv32) { if $has_kind(lock) then $load_bv32($offset(lock, 48bv64)) else 0bv32 }
function $prefers_writers(lock: $pointer) returns (bool) { $lock_kind(lock) == 2bv32 }

function $can_read(lock: $pointer) returns (bool)
{
  $writer(lock) == 0bv32 && (!$prefers_writers(lock) || $waiting_writers(lock) == 0bv64)
}

function $can_write(lock: $pointer) returns (bool) { $writer(lock) == 0bv32 && $readers(lock) == 0bv32 }

// Takes the lock, which can be had: to be used in a step of the caller.
procedure $take_to_read(lock: $pointer)
{
  call $store($offset(lock, 4bv64), $add_32($readers(lock), 1bv32));
  assume {:unhang_begin "rwlock", lock} true;
}

procedure $take_to_write(self: bv32, lock: $pointer)
{
  call $own(self, lock);
  assume {:unhang_begin "rwlock", lock} true;
}

procedure $wait_to_write(self: bv32, lock: $pointer)
{
  call $store($offset(lock, 8bv64), $with($waiting_writers(lock), self));
}

procedure $wait_no_more(self: bv32, lock: $pointer)
{
  call $store($offset(lock, 8bv64), $without($waiting_writers(lock), self));
}

procedure pthread_rwlock_rdlock(self: bv32, lock: $pointer) returns (result: bv32)
{
  atomic {
    if ($writer(lock) == $as_owner(self)) {
      result := 35bv32;
      return;
    }
    assume {:unhang_wait "rwlock"} $can_read(lock);
    call $take_to_read(lock);
    result := 0bv32;
  }
}

procedure pthread_rwlock_wrlock(self: bv32, lock: $pointer) returns (result: bv32)
{
  result := 0bv32;
  atomic {
    if ($writer(lock) == $as_owner(self)) {
      result := 35bv32;
      return;
    }
    if (!$prefers_writers(lock) || $can_write(lock)) {
      assume {:unhang_wait "rwlock"} $can_write(lock);
      call $take_to_write(self, lock);
      return;
    }
    call $wait_to_write(self, lock);
  }
  atomic {
    assume {:unhang_wait "rwlock"} $can_write(lock);
    call $wait_no_more(self, lock);
    call $take_to_write(self, lock);
  }
}

// Takes the lock, or says why not: to be used in a step of the caller.
procedure $try_read(self: bv32, lock: $pointer, otherwise: bv32) returns (result: bv32)
{
  if (!$can_read(lock)) {
    result := otherwise;
  } else {
    call $take_to_read(lock);
    result := 0bv32;
  }
}

procedure $try_write(self: bv32, lock: $pointer, otherwise: bv32) returns (result: bv32)
{
  if (!$can_write(lock)) {
    result := otherwise;
  } else {
    call $take_to_write(self, lock);
    result := 0bv32;
  }
}

procedure pthread_rwlock_tryrdlock(self: bv32, lock: $pointer) returns (result: bv32)
{
  atomic { call result := $try_read(self, lock, 16bv32); }
}

procedure pthread_rwlock_trywrlock(self: bv32, lock: $pointer) returns (result: bv32)
{
  atomic { call result := $try_write(self, lock, 16bv32); }
}

// The time may run out only while the lock cannot be had.
procedure pthread_rwlock_timedrdlock(self: bv32, lock: $pointer, time: $pointer) returns (result: bv32)
{
  atomic {
    if ($is_no_time(time)) {
      result := 22bv32;
      return;
    }
    call result := $try_read(self, lock, if $writer(lock) == $as_owner(self) then 35bv32 else 110bv32);
    if (result == 110bv32) {
      call $let_some_time_pass(self);
    }
  }
}

// While it waits for a lock that prefers writers, others notice.
procedure pthread_rwlock_timedwrlock(self: bv32, lock: $pointer, time: $pointer) returns (result: bv32)
{
  atomic {
    if ($is_no_time(time)) {
      result := 22bv32;
      return;
    }
    call result := $try_write(self, lock, if $writer(lock) == $as_owner(self) then 35bv32 else 110bv32);
    if (result != 110bv32) {
      return;
    }
    if (!$prefers_writers(lock)) {
      call $let_some_time_pass(self);
      return;
    }
    call $wait_to_write(self, lock);
  }
  atomic {
    call $wait_no_more(self, lock);
    call result := $try_write(self, lock, 110bv32);
    if (result == 110bv32) {
      call $let_some_time_pass(self);
    }
  }
}

procedure pthread_rwlock_clockrdlock(self: bv32, lock: $pointer, clock: bv32, time: $pointer) returns (result: bv32)
{
  if ($is_no_clock_to_wait_by(clock)) {
    result := 22bv32;
  } else {
    call result := pthread_rwlock_timedrdlock(self, lock, time);
  }
}

procedure pthread_rwlock_clockwrlock(self: bv32, lock: $pointer, clock: bv32, time: $pointer) returns (result: bv32)
{
  if ($is_no_clock_to_wait_by(clock)) {
    result := 22bv32;
  } else {
    call result := pthread_rwlock_timedwrlock(self, lock, time);
  }
}

// Which threads read is known by the sections that they are in: to leave one that was not entered is an error.
procedure pthread_rwlock_unlock(self: bv32, lock: $pointer) returns (result: bv32)
{
  atomic {
    result := 0bv32;
    if ($writer(lock) == $as_owner(self)) {
      call $disown(self, lock);
    } else {
      assert {:msg "a thread unlocks a readers-writer lock that it does not hold"} $readers(lock) != 0bv32;
      call $store($offset(lock, 4bv64), $subtract_32($readers(lock), 1bv32));
    }
    assume {:unhang_end "rwlock", lock} true;
  }
}

procedure pthread_rwlock_init(self: bv32, lock: $pointer, attributes: $pointer) returns (result: bv32)
{
  atomic {
    call $store(lock, 0bv64);
    call $store($offset(lock, 8bv64), 0bv64);
    if ($has_kind(lock)) {
      call $store($offset(lock, 48bv64), if attributes == $null then 0bv32 else $load_bv32(attributes));
    }
    result := 0bv32;
  }
}

procedure pthread_rwlock_destroy(self: bv32, lock: $pointer) returns (result: bv32)
{
  atomic {
    assert {:msg "a readers-writer lock is destroyed while it is held"} $load_bv64(lock) == 0bv64;
    result := 0bv32;
  }
}

procedure pthread_rwlockattr_init(self: bv32, attributes: $pointer) returns (result: bv32)
{
  atomic {
    call $store(attributes, 0bv64);
    result := 0bv32;
  }
}

procedure pthread_rwlockattr_destroy(self: bv32, attributes: $pointer) returns (result: bv32) { result := 0bv32; }

procedure pthread_rwlockattr_setkind_np(self: bv32, attributes: $pointer, kind: bv32) returns (result: bv32)
{
  atomic {
    if (!$less_32(kind, 3bv32)) {
      result := 22bv32;
      return;
    }
    if (kind == 1bv32) {
      assume {:unhang_unsupported "the kind PTHREAD_RWLOCK_PREFER_WRITER_NP of readers-writer locks"} true;
    }
    call $store(attributes, kind);
    result := 0bv32;
  }
}
