// Nobody looks whether there is anything to wait for: the signal may come too early.
//: finish: refuted deadlock
//: sections: refuted trap

var mutex, condition: $pointer;

procedure waits(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var code: bv32;
  unwinding := $null;
  call code := pthread_mutex_lock(self, mutex);
  call code := pthread_cond_wait(self, condition, mutex);
  call code := pthread_mutex_unlock(self, mutex);
  result := $null;
}

procedure test(self: bv32)
{
  var thread: bv64;
  var code: bv32;
  call mutex := zeros(40bv64);
  call condition := zeros(48bv64);
  call thread := start(self, $procedure(waits), $null);
  call code := pthread_cond_signal(self, condition);
  call join(self, thread);
}
