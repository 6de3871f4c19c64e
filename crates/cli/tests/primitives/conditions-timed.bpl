// A thread that waits only for so long goes on though nobody signals. It may also wake up unasked before.
//: finish: proved
//: sections: proved

procedure test(self: bv32)
{
  var mutex, condition, time: $pointer;
  var code: bv32;
  call mutex := zeros(40bv64);
  call condition := zeros(48bv64);
  call time := zeros(16bv64);
  call code := pthread_mutex_lock(self, mutex);
  call code := pthread_cond_timedwait(self, condition, mutex, time);
  assert code == 110bv32 || code == 0bv32;
  call code := cnd_timedwait(self, condition, mutex, time);
  assert code == 4bv32 || code == 0bv32;
  call code := pthread_mutex_unlock(self, mutex);
}
