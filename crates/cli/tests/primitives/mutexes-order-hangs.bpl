// Two threads take two mutexes in different orders.
//: finish: refuted deadlock
//: sections: refuted trap
//: exit: refuted trap

var first, second: $pointer;

procedure take(self: bv32, one: $pointer, other: $pointer)
{
  var code: bv32;
  call code := pthread_mutex_lock(self, one);
  call code := pthread_mutex_lock(self, other);
  call code := pthread_mutex_unlock(self, one);
  call code := pthread_mutex_unlock(self, other);
}

procedure backwards(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  unwinding := $null;
  call take(self, second, first);
  result := $null;
}

procedure test(self: bv32)
{
  var thread: bv64;
  call first := zeros(40bv64);
  call second := zeros(40bv64);
  call thread := start(self, $procedure(backwards), $null);
  call take(self, first, second);
  call join(self, thread);
}
