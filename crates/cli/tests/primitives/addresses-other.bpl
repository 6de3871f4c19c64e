// Either of two objects may be the upper one.
//: finish: refuted failure

procedure test(self: bv32)
{
  var first, second: $pointer;
  var is_below: bool;
  call first := zeros(8bv64);
  call second := zeros(8bv64);
  call is_below := $address_is_below(self, first, second);
  assert !is_below;
}
