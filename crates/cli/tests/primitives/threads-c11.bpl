// A thread of C11 and its number for a result.
//: finish: proved

procedure minus_two(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: bv32) {
  unwinding := $null; result := 4294967294bv32; }

procedure test(self: bv32)
{
  var place: $pointer;
  var result: bv32;
  call place := $allocate_stack(8bv64);
  call result := thrd_create(self, place, $procedure(minus_two), $null);
  assert result == 0bv32;
  call result := thrd_join(self, $load_bv64(place), place);
  assert result == 0bv32 && $load_bv32(place) == 4294967294bv32;
}
