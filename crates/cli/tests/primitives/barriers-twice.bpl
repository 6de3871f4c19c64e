// Three threads meet twice; each time one of them is told that it was the last.
//: finish: proved
//: sections: proved
//: exit: proved

var barrier: $pointer;
var count: int;

procedure meets(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var code: bv32;
  unwinding := $null;
  call code := pthread_barrier_wait(self, barrier);
  if (code != 0bv32) {
    assert code == 4294967295bv32;
    count := count + 1;
  }
  call code := pthread_barrier_wait(self, barrier);
  assert count == 1;
  result := $null;
}

procedure test(self: bv32)
{
  var first, second: bv64;
  var unwinding, result: $pointer;
  var code: bv32;
  count := 0;
  call barrier := $allocate_stack(32bv64);
  call code := pthread_barrier_init(self, barrier, $null, 3bv32);
  call first := start(self, $procedure(meets), $null);
  call second := start(self, $procedure(meets), $null);
  call unwinding, result := meets(self, $null);
  call join(self, first);
  call join(self, second);
  call code := pthread_barrier_destroy(self, barrier);
}
