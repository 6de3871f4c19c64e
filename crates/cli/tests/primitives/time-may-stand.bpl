// Somebody who reads the clock twice may see the same time.
//: finish: refuted failure

procedure test(self: bv32)
{
  var before, now: bv64;
  call before := time(self, $null);
  call now := time(self, $null);
  assert before != now;
}
