// Two readers at a time, or one writer.
//: finish: proved
//: sections: proved
//: exit: proved

var lock: $pointer;
var value, both: int;

procedure reads(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var code: bv32;
  unwinding := $null;
  call code := pthread_rwlock_rdlock(self, lock);
  assert value == both;
  call code := pthread_rwlock_tryrdlock(self, lock);
  assert code == 0bv32;
  call code := pthread_rwlock_unlock(self, lock);
  call code := pthread_rwlock_trywrlock(self, lock);
  assert code == 16bv32;
  call code := pthread_rwlock_unlock(self, lock);
  result := $null;
}

procedure test(self: bv32)
{
  var first, second: bv64;
  var code: bv32;
  value, both := 0, 0;
  call lock := zeros(56bv64);
  call first := start(self, $procedure(reads), $null);
  call second := start(self, $procedure(reads), $null);
  call code := pthread_rwlock_wrlock(self, lock);
  value := 1;
  both := 1;
  call code := pthread_rwlock_wrlock(self, lock);
  assert code == 35bv32;
  call code := pthread_rwlock_unlock(self, lock);
  call join(self, first);
  call join(self, second);
  call code := pthread_rwlock_destroy(self, lock);
}
