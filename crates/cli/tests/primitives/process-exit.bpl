// The program ends with `exit` in one thread, after what was to be done then, in reverse order, while another waits for ever.
//: finish: proved
//: exit: proved

var done: bv32;

procedure first(self: bv32) { done := $add_32(done, 1bv32); }
procedure second(self: bv32, argument: $pointer) { assert done == 0bv32; done := $pointer_to_bits(argument)[32:0]; }
procedure third(self: bv32) { assert done == 8bv32; }

procedure ends(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  unwinding := $null;
  call exit(self, 0bv32);
  assert false;
  result := $null;
}

procedure test(self: bv32)
{
  var thread: bv64;
  var code: bv32;
  done := 0bv32;
  call code := atexit(self, $procedure(third));
  call code := atexit(self, $procedure(first));
  call code := __cxa_atexit(self, $procedure(second), $bits_to_pointer(7bv64), $null);
  call thread := start(self, $procedure(ends), $null);
  assume false;
}
