// Two threads spin for a lock.
//: finish: proved
//: sections: proved

var lock: $pointer;

procedure takes(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var code: bv32;
  unwinding := $null;
  call code := pthread_spin_lock(self, lock);
  call code := pthread_spin_trylock(self, lock);
  assert code == 16bv32;
  call code := pthread_spin_unlock(self, lock);
  result := $null;
}

procedure test(self: bv32)
{
  var thread: bv64;
  var code: bv32;
  var unwinding, result: $pointer;
  call lock := $allocate_stack(4bv64);
  call code := pthread_spin_init(self, lock, 0bv32);
  call thread := start(self, $procedure(takes), $null);
  call unwinding, result := takes(self, $null);
  call join(self, thread);
  call code := pthread_spin_destroy(self, lock);
}
