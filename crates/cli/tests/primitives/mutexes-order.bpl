// Two threads take two mutexes in the same order.
//: finish: proved
//: sections: proved
//: exit: proved

var first, second: $pointer;

procedure take_both(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var code: bv32;
  unwinding := $null;
  call code := pthread_mutex_lock(self, first);
  assert code == 0bv32;
  call code := pthread_mutex_lock(self, second);
  call code := pthread_mutex_unlock(self, first);
  call code := pthread_mutex_unlock(self, second);
  assert code == 0bv32;
  result := $null;
}

procedure test(self: bv32)
{
  var thread: bv64;
  var unwinding, result: $pointer;
  call first := zeros(40bv64);
  call second := zeros(40bv64);
  call thread := start(self, $procedure(take_both), $null);
  call unwinding, result := take_both(self, $null);
  call join(self, thread);
}
