// A loop that looks at the clock until a deadline ends; `errno` is each thread's own.
//: finish: proved

procedure test(self: bv32)
{
  var place, error: $pointer;
  var deadline: bv64;
  var code: bv32;
  var is_time, is_over: bool;
  call error := __errno_location(self);
  assert $load_bv32(error) == 0bv32;
  call place := $allocate_stack(16bv64);
  call code := clock_gettime(self, 0bv32, place);
  deadline := $add_64($load_bv64(place), 3600bv64);
  is_over := false;
  while (!is_over) {
    call code := sched_yield(self);
    call code := clock_gettime(self, 0bv32, place);
    call is_time, is_over := $is_at_least(self, $load_pointer(place), $bits_to_pointer(deadline));
    assert is_time;
  }
}
