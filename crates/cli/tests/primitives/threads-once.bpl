// Three threads want something done once, and it is done when they go on.
//: finish: proved
//: sections: proved

var once: $pointer;
var count: int;

procedure increment(self: bv32) { count := count + 1; }

procedure wants(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var code: bv32;
  unwinding := $null;
  call unwinding, code := pthread_once(self, once, $procedure(increment));
  assert code == 0bv32 && count == 1;
  result := $null;
}

procedure test(self: bv32)
{
  var first, second: bv64;
  var unwinding, result: $pointer;
  count := 0;
  call once := zeros(4bv64);
  call first := start(self, $procedure(wants), $null);
  call second := start(self, $procedure(wants), $null);
  call unwinding, result := wants(self, $null);
  call join(self, first);
  call join(self, second);
}
