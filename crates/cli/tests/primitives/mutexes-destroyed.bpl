// A mutex is used after its end.
//: finish: refuted failure

procedure test(self: bv32)
{
  var mutex: $pointer;
  var code: bv32;
  call mutex := zeros(40bv64);
  call code := pthread_mutex_destroy(self, mutex);
  call code := pthread_mutex_lock(self, mutex);
}
