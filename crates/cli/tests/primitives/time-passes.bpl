// A loop that only reads the clock ends, since time passes; it never goes back, and goes on while one sleeps.
//: finish: proved

procedure test(self: bv32)
{
  var begin, now, before: bv64;
  var code: bv32;
  call begin := time(self, $null);
  now := begin;
  while ($less_64(now, $add_64(begin, 3600bv64))) {
    before := now;
    call now := time(self, $null);
    assert !$less_64(now, before);
  }
  before := now;
  call code := sleep(self, 1bv32);
  call now := time(self, $null);
  assert $less_64(before, now);
}
