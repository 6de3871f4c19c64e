// Two threads that wait for each other's end.
//: finish: refuted deadlock
//: sections: refuted trap
//: exit: refuted trap

procedure waits_for(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  unwinding := $null;
  call join(self, $pointer_to_bits(argument));
  result := $null;
}

procedure test(self: bv32)
{
  var first, second: bv64;
  // A number that the second thread will have.
  call first := start(self, $procedure(waits_for), $bits_to_pointer(1bv64));
  call join(self, first);
}
