// A loop that only reads the clock ends, since time passes; it never goes back, and goes on while one sleeps.
//: finish: proved

procedure test(self: bv32)
{
  var begin, now, before: bv64;
  var code: bv32;
  var is_time, is_over, is_later: bool;
  call begin := time(self, $null);
  is_over := false;
  while (!is_over) {
    call now := time(self, $null);
    call is_time, is_over := $is_at_least(self, $bits_to_pointer(now), $bits_to_pointer($add_64(begin, 3600bv64)));
    assert is_time;
    call is_time, is_later := $is_at_least(self, $bits_to_pointer(now), $bits_to_pointer($add_64(begin, 3599bv64)));
    assert is_over ==> is_later;
  }
  before := now;
  call code := sleep(self, 1bv32);
  call now := time(self, $null);
  call is_time, is_later := $is_at_least(self, $bits_to_pointer(before), $bits_to_pointer(now));
  assert is_time && !is_later;
}
