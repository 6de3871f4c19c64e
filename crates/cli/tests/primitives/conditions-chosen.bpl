// A signal wakes one of those that wait and no other: here by the set alone.
//: finish: proved

procedure test(self: bv32)
{
  var condition: $pointer;
  var code: bv32;
  call condition := zeros(48bv64);
  call $store(condition, 9223372036854775816bv64);
  call code := pthread_cond_signal(self, condition);
  assert ($waiting(condition) == 8bv64 && $woken(condition) == 9223372036854775808bv64)
    || ($waiting(condition) == 9223372036854775808bv64 && $woken(condition) == 8bv64);
  call code := cnd_signal(self, condition);
  assert $waiting(condition) == 0bv64 && $woken(condition) == 9223372036854775816bv64;
  call code := cnd_signal(self, condition);
  assert $waiting(condition) == 0bv64 && $woken(condition) == 9223372036854775816bv64;
  assert $lowest(9223372036854775808bv64) == 63bv32 && $lowest_missing(7bv64) == 3bv32;
}
