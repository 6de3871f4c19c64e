// A future that becomes ready, with and without a deadline.
//: finish: proved
//: sections: proved

var status: $pointer;

procedure makes_ready(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  unwinding := $null;
  call $store(status, 1bv32);
  call _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj(self, status);
  result := $null;
}

procedure test(self: bv32)
{
  var thread: bv64;
  var is_in_time: bool;
  call status := zeros(4bv64);
  call is_in_time := $future_wait(self, status, 0bv32, true);
  call thread := start(self, $procedure(makes_ready), $null);
  while ($load_bv32(status) == 0bv32) {
    call is_in_time := $future_wait(self, status, 0bv32, false);
    assert is_in_time;
  }
  call join(self, thread);
}
