// A thread waits at one address and then at another; it is woken as one and as all.
//: finish: proved
//: sections: proved

var here, there: $pointer;

procedure waits_at(self: bv32, address: $pointer)
{
  var code: bv64;
  while ($load_bv32(address) == 0bv32) {
    call code := $futex(self, address, 128bv32, 0bv32, $null);
  }
}

procedure waits(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  unwinding := $null;
  call waits_at(self, here);
  call waits_at(self, there);
  result := $null;
}

procedure test(self: bv32)
{
  var thread, code: bv64;
  call here := zeros(4bv64);
  call there := zeros(4bv64);
  call thread := start(self, $procedure(waits), here);
  call $store(here, 1bv32);
  call code := $futex(self, here, 129bv32, 1bv32, $null);
  call $store(there, 1bv32);
  call code := $futex(self, there, 129bv32, 2147483647bv32, $null);
  call join(self, thread);
}
