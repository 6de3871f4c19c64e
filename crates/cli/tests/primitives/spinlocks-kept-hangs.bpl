// A thread ends and keeps the lock.
//: finish: refuted deadlock
//: sections: refuted trap

var lock: $pointer;

procedure keeps(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var code: bv32;
  unwinding := $null;
  call code := pthread_spin_lock(self, lock);
  result := $null;
}

procedure test(self: bv32)
{
  var thread: bv64;
  var code: bv32;
  call lock := zeros(4bv64);
  call thread := start(self, $procedure(keeps), $null);
  call join(self, thread);
  call code := pthread_spin_lock(self, lock);
}
