// Which of three objects lies lower than which is an order, the same for everybody.
//: finish: proved

procedure test(self: bv32)
{
  var first, second, third: $pointer;
  var ab, ba, bc, ac, again: bool;
  var result: bv32;
  call first := zeros(8bv64);
  call second := zeros(8bv64);
  call third := zeros(8bv64);
  call ab := $address_is_below(self, first, second);
  call ba := $address_is_below(self, $offset(second, 4bv64), first);
  assert ab != ba;
  call bc := $address_is_below(self, second, third);
  call ac := $address_is_below(self, first, third);
  assert ab && bc ==> ac;
  assert !ab && !bc ==> !ac;
  call \free(self, second);
  call again := $address_is_below(self, first, $offset(third, 8bv64));
  assert again == ac;
  assert $place_count == 2bv32;
}
