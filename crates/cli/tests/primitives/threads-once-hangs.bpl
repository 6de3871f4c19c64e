// What is to be done once needs itself to be done.
//: finish: refuted deadlock
//: sections: refuted trap

var once: $pointer;

procedure again(self: bv32) returns (unwinding: $pointer) { call unwinding := call_once(self, once, $procedure(again)); }

procedure test(self: bv32)
{
  var unwinding: $pointer;
  call once := zeros(4bv64);
  call unwinding := call_once(self, once, $procedure(again));
}
