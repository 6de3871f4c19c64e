// A thread unlocks a normal mutex that it does not hold.
//: finish: refuted failure

procedure test(self: bv32)
{
  var mutex: $pointer;
  var code: bv32;
  call mutex := zeros(40bv64);
  call code := pthread_mutex_unlock(self, mutex);
}
