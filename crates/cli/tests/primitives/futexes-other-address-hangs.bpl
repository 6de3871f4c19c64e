// The wrong address is woken.
//: finish: refuted deadlock
//: sections: refuted trap

var here, there: $pointer;

procedure waits(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var code: bv64;
  unwinding := $null;
  call code := $futex(self, here, 128bv32, 0bv32, $null);
  result := $null;
}

procedure test(self: bv32)
{
  var thread, code: bv64;
  call here := zeros(4bv64);
  call there := zeros(4bv64);
  call thread := start(self, $procedure(waits), $null);
  call code := $futex(self, there, 129bv32, 1bv32, $null);
  call code := $futex(self, there, 129bv32, 2147483647bv32, $null);
  call join(self, thread);
}
