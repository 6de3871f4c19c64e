// A thread is joined twice.
//: finish: refuted failure

procedure nothing(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer) {
  unwinding := $null; result := $null; }

procedure test(self: bv32)
{
  var thread: bv64;
  call thread := start(self, $procedure(nothing), $null);
  call join(self, thread);
  call join(self, thread);
}
