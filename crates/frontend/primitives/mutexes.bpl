// Mutexes: `pthread_mutex_t` of POSIX.1-2017, and `mtx_t` of C11.
//
// Of the 40 bytes these are used: the owner's number plus one (0: nobody) at 0, how often it has locked a recursive mutex
// at 4, attributes that only `runtime/attributes.c` asks for at 8, the kind at 16 (0 normal, 1 recursive, 2 error-checking,
// 3 adaptive, which is normal; -1 destroyed, as in glibc).
// So what glibc's static initialisers give is an unlocked mutex of the right kind.
// A thread that locks a normal mutex that it holds waits for ever, as POSIX says.

function $owner(mutex: $pointer) returns (bv32) { $load_bv32(mutex) }
function $depth(mutex: $pointer) returns (bv32) { $load_bv32($offset(mutex, 4bv64)) }
function $kind(mutex: $pointer) returns (bv32) { $load_bv32($offset(mutex, 16bv64)) }
function $as_owner(self: bv32) returns (bv32) { $add_32(self, 1bv32) }
function $holds(self: bv32, mutex: $pointer) returns (bool) { $owner(mutex) == $as_owner(self) }
function $is_recursive(mutex: $pointer) returns (bool) { $kind(mutex) == 1bv32 }
function $checks_errors(mutex: $pointer) returns (bool) { $kind(mutex) == 2bv32 }
function $is_destroyed(mutex: $pointer) returns (bool) { $kind(mutex) == 4294967295bv32 }

// How many mutexes, spin locks and locks for writing each thread is the owner of.
var $owned: [bv32]bv32;

// To become the owner of a lock, and to be it no more: to be used in a step of the caller.
procedure $own(self: bv32, lock: $pointer)
{
  call $store(lock, $as_owner(self));
  $owned := $owned[self := $add_32($owned[self], 1bv32)];
}

procedure $disown(self: bv32, lock: $pointer)
{
  call $store(lock, 0bv32);
  $owned := $owned[self := $subtract_32($owned[self], 1bv32)];
}

procedure $make_mutex(mutex: $pointer, kind: bv32)
{
  call $store(mutex, 0bv32);
  call $store($offset(mutex, 4bv64), 0bv32);
  call $store($offset(mutex, 16bv64), kind);
}

procedure pthread_mutex_lock(self: bv32, mutex: $pointer) returns (result: bv32)
{
  atomic {
    assert {:msg "a mutex is locked that was destroyed"} !$is_destroyed(mutex);
    result := 0bv32;
    if ($holds(self, mutex) && $is_recursive(mutex)) {
      call $store($offset(mutex, 4bv64), $add_32($depth(mutex), 1bv32));
      return;
    }
    if ($holds(self, mutex) && $checks_errors(mutex)) {
      result := 35bv32;
      return;
    }
    assume {:unhang_wait "mutex"} $owner(mutex) == 0bv32;
    call $own(self, mutex);
    assume {:unhang_begin "mutex", mutex} true;
  }
}

procedure pthread_mutex_trylock(self: bv32, mutex: $pointer) returns (result: bv32)
{
  atomic {
    assert {:msg "a mutex is locked that was destroyed"} !$is_destroyed(mutex);
    result := 0bv32;
    if ($holds(self, mutex) && $is_recursive(mutex)) {
      call $store($offset(mutex, 4bv64), $add_32($depth(mutex), 1bv32));
      return;
    }
    if ($owner(mutex) != 0bv32) {
      result := 16bv32;
      return;
    }
    call $own(self, mutex);
    assume {:unhang_begin "mutex", mutex} true;
  }
}

// The time may run out only while somebody holds the mutex.
procedure pthread_mutex_timedlock(self: bv32, mutex: $pointer, time: $pointer) returns (result: bv32)
{
  atomic {
    assert {:msg "a mutex is locked that was destroyed"} !$is_destroyed(mutex);
    result := 0bv32;
    if ($holds(self, mutex) && $is_recursive(mutex)) {
      call $store($offset(mutex, 4bv64), $add_32($depth(mutex), 1bv32));
      return;
    }
    if ($holds(self, mutex) && $checks_errors(mutex)) {
      result := 35bv32;
      return;
    }
    if ($owner(mutex) != 0bv32) {
      if ($is_no_time(time)) {
        result := 22bv32;
        return;
      }
      call $let_some_time_pass(self);
      result := 110bv32;
      return;
    }
    call $own(self, mutex);
    assume {:unhang_begin "mutex", mutex} true;
  }
}

procedure pthread_mutex_clocklock(self: bv32, mutex: $pointer, clock: bv32, time: $pointer) returns (result: bv32)
{
  if ($is_no_clock_to_wait_by(clock)) {
    result := 22bv32;
  } else {
    call result := pthread_mutex_timedlock(self, mutex, time);
  }
}

// To unlock a normal mutex that one does not hold is undefined; other kinds notice.
procedure pthread_mutex_unlock(self: bv32, mutex: $pointer) returns (result: bv32)
{
  atomic {
    assert {:msg "a mutex is unlocked that was destroyed"} !$is_destroyed(mutex);
    if (!$holds(self, mutex)) {
      assert {:msg "a thread unlocks a mutex that it does not hold"} $is_recursive(mutex) || $checks_errors(mutex);
      result := 1bv32;
      return;
    }
    result := 0bv32;
    if ($depth(mutex) != 0bv32) {
      call $store($offset(mutex, 4bv64), $subtract_32($depth(mutex), 1bv32));
      return;
    }
    call $disown(self, mutex);
    assume {:unhang_end "mutex", mutex} true;
  }
}

procedure pthread_mutex_init(self: bv32, mutex: $pointer, attributes: $pointer) returns (result: bv32)
{
  atomic {
    call $make_mutex(mutex, if attributes == $null then 0bv32 else $and_32($load_bv32(attributes), 3bv32));
    call $store($offset(mutex, 8bv64), if attributes == $null then 0bv32 else $and_32($load_bv32(attributes), 4294967292bv32));
    result := 0bv32;
  }
}

// One that is locked stays as it is: that POSIX recommends EBUSY, and glibc gives it.
procedure pthread_mutex_destroy(self: bv32, mutex: $pointer) returns (result: bv32)
{
  atomic {
    assert {:msg "a mutex is destroyed that was destroyed before"} !$is_destroyed(mutex);
    result := 16bv32;
    if ($owner(mutex) == 0bv32) {
      call $store($offset(mutex, 16bv64), 4294967295bv32);
      result := 0bv32;
    }
  }
}

// Attributes: the kind, in the two lowest bits of four bytes. The other bits are for `runtime/attributes.c`.
procedure pthread_mutexattr_init(self: bv32, attributes: $pointer) returns (result: bv32)
{
  atomic {
    call $store(attributes, 0bv32);
    result := 0bv32;
  }
}

procedure pthread_mutexattr_destroy(self: bv32, attributes: $pointer) returns (result: bv32) { result := 0bv32; }

procedure pthread_mutexattr_settype(self: bv32, attributes: $pointer, kind: bv32) returns (result: bv32)
{
  atomic {
    if (!$less_32(kind, 4bv32)) {
      result := 22bv32;
      return;
    }
    call $store(attributes, $add_32($and_32($load_bv32(attributes), 4294967292bv32), kind));
    result := 0bv32;
  }
}

procedure pthread_mutexattr_gettype(self: bv32, attributes: $pointer, place: $pointer) returns (result: bv32)
{
  atomic {
    call $store(place, $and_32($load_bv32(attributes), 3bv32));
    result := 0bv32;
  }
}

procedure pthread_mutexattr_setrobust(self: bv32, attributes: $pointer, robust: bv32) returns (result: bv32)
{
  atomic {
    if (robust != 0bv32) {
      assume {:unhang_unsupported "a robust mutex"} true;
    }
    result := 0bv32;
  }
}

// C11: 0 for success, 1 for busy, 2 for an error, 4 for a time that ran out. Locking again what is not recursive is undefined;
// here the thread waits for ever, as in glibc.
procedure mtx_init(self: bv32, mutex: $pointer, kind: bv32) returns (result: bv32)
{
  atomic {
    call $make_mutex(mutex, $and_32(kind, 1bv32));
    result := 0bv32;
  }
}

procedure mtx_destroy(self: bv32, mutex: $pointer)
{
  var unused: bv32;
  call unused := pthread_mutex_destroy(self, mutex);
}

procedure mtx_lock(self: bv32, mutex: $pointer) returns (result: bv32)
{
  call result := pthread_mutex_lock(self, mutex);
}

procedure mtx_trylock(self: bv32, mutex: $pointer) returns (result: bv32)
{
  call result := pthread_mutex_trylock(self, mutex);
  result := if result == 0bv32 then 0bv32 else 1bv32;
}

procedure mtx_timedlock(self: bv32, mutex: $pointer, time: $pointer) returns (result: bv32)
{
  call result := pthread_mutex_timedlock(self, mutex, time);
  result := $c11_result(result);
}

procedure mtx_unlock(self: bv32, mutex: $pointer) returns (result: bv32)
{
  call result := pthread_mutex_unlock(self, mutex);
  result := if result == 0bv32 then 0bv32 else 2bv32;
}
