// What is to be done once needs itself to be done.
//: finish: refuted deadlock
//: sections: refuted trap

var once: $pointer;

procedure again(self: bv32) { call call_once(self, once, $procedure(again)); }

procedure test(self: bv32)
{
  call once := zeros(4bv64);
  call call_once(self, once, $procedure(again));
}
