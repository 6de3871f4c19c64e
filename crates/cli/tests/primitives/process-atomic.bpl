// Steps that nobody comes between.
//: finish: proved

var x: bv8;

procedure changes(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  unwinding := $null;
  call $atomic_begin();
  x := 3bv8;
  x := 0bv8;
  call $atomic_end();
  result := $null;
}

procedure test(self: bv32)
{
  var thread: bv64;
  x := 0bv8;
  call thread := start(self, $procedure(changes), $null);
  assert x == 0bv8;
  call join(self, thread);
}
