// A reader that wants to write waits for itself.
//: finish: refuted deadlock
//: sections: refuted trap

procedure test(self: bv32)
{
  var lock: $pointer;
  var code: bv32;
  call lock := zeros(56bv64);
  call code := pthread_rwlock_rdlock(self, lock);
  call code := pthread_rwlock_wrlock(self, lock);
}
