// An object is freed twice.
//: finish: refuted failure

procedure test(self: bv32)
{
  var object: $pointer;
  call object := _Znwm(self, 8bv64);
  call _ZdlPvm(self, object, 8bv64);
  call _ZdlPv(self, object);
}
