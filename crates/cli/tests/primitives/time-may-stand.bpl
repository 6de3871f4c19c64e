// Somebody who reads the clock twice may see the same time.
//: finish: refuted failure

procedure test(self: bv32)
{
  var before, now: bv64;
  var is_time, is_same: bool;
  call before := time(self, $null);
  call now := time(self, $null);
  call is_time, is_same := $is_same_time(self, $bits_to_pointer(before), $bits_to_pointer(now));
  assert !is_same;
}
