// Spin locks: `pthread_spinlock_t` of POSIX.1-2017.
//
// The four bytes are the owner's number plus one, 0 for nobody. A thread that spins makes no step until it can have the lock:
// what it does meanwhile changes nothing. One that locks what it holds waits for ever, as in glibc.

procedure pthread_spin_lock(self: bv32, lock: $pointer) returns (result: bv32)
{
  atomic {
    assume {:unhang_wait "spin"} $load_bv32(lock) == 0bv32;
    call $own(self, lock);
    assume {:unhang_begin "spin", lock} true;
    result := 0bv32;
  }
}

procedure pthread_spin_trylock(self: bv32, lock: $pointer) returns (result: bv32)
{
  atomic {
    if ($load_bv32(lock) != 0bv32) {
      result := 16bv32;
      return;
    }
    call $own(self, lock);
    assume {:unhang_begin "spin", lock} true;
    result := 0bv32;
  }
}

procedure pthread_spin_unlock(self: bv32, lock: $pointer) returns (result: bv32)
{
  atomic {
    assert {:msg "a thread unlocks a spin lock that it does not hold"} $load_bv32(lock) == $as_owner(self);
    call $disown(self, lock);
    assume {:unhang_end "spin", lock} true;
    result := 0bv32;
  }
}

procedure pthread_spin_init(self: bv32, lock: $pointer, shared: bv32) returns (result: bv32)
{
  atomic {
    call $store(lock, 0bv32);
    result := 0bv32;
  }
}

procedure pthread_spin_destroy(self: bv32, lock: $pointer) returns (result: bv32)
{
  atomic {
    assert {:msg "a spin lock is destroyed while it is held"} $load_bv32(lock) == 0bv32;
    result := 0bv32;
  }
}
