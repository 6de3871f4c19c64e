// A normal mutex is locked twice by one thread.
//: finish: refuted deadlock
//: sections: refuted trap

procedure test(self: bv32)
{
  var mutex: $pointer;
  var code: bv32;
  call mutex := zeros(40bv64);
  call code := pthread_mutex_lock(self, mutex);
  call code := pthread_mutex_lock(self, mutex);
}
