// What mutexes of the three kinds say to a thread that holds them, and to one that does not.
//: finish: proved
//: sections: proved

var mutex: $pointer;

procedure stranger(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var time: $pointer;
  var code: bv32;
  unwinding := $null;
  call code := pthread_mutex_trylock(self, mutex);
  assert code == 16bv32;
  call time := zeros(16bv64);
  call code := pthread_mutex_timedlock(self, mutex, time);
  assert code == 110bv32;
  if (argument != $null) {
    call code := pthread_mutex_unlock(self, mutex);
    assert code == 1bv32;
  }
  result := $null;
}

procedure ask_stranger(self: bv32, argument: $pointer)
{
  var thread: bv64;
  call thread := start(self, $procedure(stranger), argument);
  call join(self, thread);
}

procedure test(self: bv32)
{
  var attributes: $pointer;
  var code: bv32;
  call attributes := $allocate_stack(4bv64);
  call code := pthread_mutexattr_init(self, attributes);
  call mutex := $allocate_stack(40bv64);

  call code := pthread_mutex_init(self, mutex, attributes);
  call code := pthread_mutex_lock(self, mutex);
  call ask_stranger(self, $null);
  call code := pthread_mutex_trylock(self, mutex);
  assert code == 16bv32;
  call code := pthread_mutex_unlock(self, mutex);
  call code := pthread_mutex_destroy(self, mutex);

  call code := pthread_mutexattr_settype(self, attributes, 1bv32);
  call code := pthread_mutex_init(self, mutex, attributes);
  call code := pthread_mutex_lock(self, mutex);
  call code := pthread_mutex_lock(self, mutex);
  assert code == 0bv32;
  call code := pthread_mutex_trylock(self, mutex);
  assert code == 0bv32;
  call code := pthread_mutex_unlock(self, mutex);
  call code := pthread_mutex_unlock(self, mutex);
  call ask_stranger(self, mutex);
  call code := pthread_mutex_unlock(self, mutex);
  call code := pthread_mutex_unlock(self, mutex);
  assert code == 1bv32;
  call code := pthread_mutex_destroy(self, mutex);

  call code := pthread_mutexattr_settype(self, attributes, 2bv32);
  call code := pthread_mutex_init(self, mutex, attributes);
  call code := pthread_mutex_lock(self, mutex);
  call code := pthread_mutex_lock(self, mutex);
  assert code == 35bv32;
  call code := pthread_mutex_trylock(self, mutex);
  assert code == 16bv32;
  call ask_stranger(self, mutex);
  call code := pthread_mutex_unlock(self, mutex);
  call code := pthread_mutex_unlock(self, mutex);
  assert code == 1bv32;
  call code := pthread_mutex_destroy(self, mutex);
}
