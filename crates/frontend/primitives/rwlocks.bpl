// Readers-writer locks: `pthread_rwlock_t` of POSIX.1-2017.
//
// Of the 56 bytes these are used: the writer's number plus one (0: nobody) at 0, how many times it is held by readers at 4.
// Readers go first, as in glibc: one that finds no writer at work does not wait for those that would like to be.
// EDEADLK for a thread that holds the lock for writing is what glibc gives.

function $writer(lock: $pointer) returns (bv32) { $load_bv32(lock) }
function $readers(lock: $pointer) returns (bv32) { $load_bv32($offset(lock, 4bv64)) }

procedure pthread_rwlock_rdlock(self: bv32, lock: $pointer) returns (result: bv32)
{
  atomic {
    if ($writer(lock) == $as_owner(self)) {
      result := 35bv32;
      return;
    }
    assume {:unhang_wait "rwlock"} $writer(lock) == 0bv32;
    call $store($offset(lock, 4bv64), $add_32($readers(lock), 1bv32));
    assume {:unhang_begin "rwlock", lock} true;
    result := 0bv32;
  }
}

procedure pthread_rwlock_wrlock(self: bv32, lock: $pointer) returns (result: bv32)
{
  atomic {
    if ($writer(lock) == $as_owner(self)) {
      result := 35bv32;
      return;
    }
    assume {:unhang_wait "rwlock"} $writer(lock) == 0bv32 && $readers(lock) == 0bv32;
    call $own(self, lock);
    assume {:unhang_begin "rwlock", lock} true;
    result := 0bv32;
  }
}

// Takes the lock, or says why not: to be used in a step of the caller.
procedure $try_read(self: bv32, lock: $pointer, otherwise: bv32) returns (result: bv32)
{
  if ($writer(lock) != 0bv32) {
    result := otherwise;
  } else {
    call $store($offset(lock, 4bv64), $add_32($readers(lock), 1bv32));
    assume {:unhang_begin "rwlock", lock} true;
    result := 0bv32;
  }
}

procedure $try_write(self: bv32, lock: $pointer, otherwise: bv32) returns (result: bv32)
{
  if ($writer(lock) != 0bv32 || $readers(lock) != 0bv32) {
    result := otherwise;
  } else {
    call $own(self, lock);
    assume {:unhang_begin "rwlock", lock} true;
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
    call result := $try_read(self, lock, if $writer(lock) == $as_owner(self) then 35bv32 else 110bv32);
    if (result == 110bv32) {
      call $let_some_time_pass(self);
    }
  }
}

procedure pthread_rwlock_timedwrlock(self: bv32, lock: $pointer, time: $pointer) returns (result: bv32)
{
  atomic {
    call result := $try_write(self, lock, if $writer(lock) == $as_owner(self) then 35bv32 else 110bv32);
    if (result == 110bv32) {
      call $let_some_time_pass(self);
    }
  }
}

procedure pthread_rwlock_clockrdlock(self: bv32, lock: $pointer, clock: bv32, time: $pointer) returns (result: bv32)
{
  call result := pthread_rwlock_timedrdlock(self, lock, time);
}

procedure pthread_rwlock_clockwrlock(self: bv32, lock: $pointer, clock: bv32, time: $pointer) returns (result: bv32)
{
  call result := pthread_rwlock_timedwrlock(self, lock, time);
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
    if (kind != 0bv32) {
      assume {:unhang_unsupported "readers-writer locks that prefer writers"} true;
    }
    result := 0bv32;
  }
}
