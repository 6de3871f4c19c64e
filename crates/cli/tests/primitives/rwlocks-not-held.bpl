// A thread gives back what another one holds for reading.
//: finish: refuted failure

var lock: $pointer;

procedure gives_back(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var code: bv32;
  unwinding := $null;
  call code := pthread_rwlock_unlock(self, lock);
  result := $null;
}

procedure test(self: bv32)
{
  var thread: bv64;
  var code: bv32;
  call lock := zeros(56bv64);
  call code := pthread_rwlock_rdlock(self, lock);
  call thread := start(self, $procedure(gives_back), $null);
  call join(self, thread);
}
