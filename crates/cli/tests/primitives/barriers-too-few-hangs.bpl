// One more is awaited than come.
//: finish: refuted deadlock
//: sections: refuted trap
//: exit: refuted trap

procedure test(self: bv32)
{
  var barrier: $pointer;
  var code: bv32;
  call barrier := $allocate_stack(32bv64);
  call code := pthread_barrier_init(self, barrier, $null, 2bv32);
  call code := pthread_barrier_wait(self, barrier);
}
