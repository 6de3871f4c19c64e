// Two threads wait in loops for something that the first one tells both.
//: finish: proved
//: sections: proved
//: exit: proved

var mutex, condition: $pointer;
var ready: bool;

procedure waits(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var code: bv32;
  unwinding := $null;
  call code := pthread_mutex_lock(self, mutex);
  while (!ready) {
    call code := pthread_cond_wait(self, condition, mutex);
    assert code == 0bv32 && $load_bv32(mutex) == $as_owner(self);
  }
  call code := pthread_mutex_unlock(self, mutex);
  result := $null;
}

procedure test(self: bv32)
{
  var first, second: bv64;
  var code: bv32;
  ready := false;
  call mutex := zeros(40bv64);
  call condition := zeros(48bv64);
  call first := start(self, $procedure(waits), $null);
  call second := start(self, $procedure(waits), $null);
  call code := pthread_mutex_lock(self, mutex);
  ready := true;
  call code := pthread_cond_broadcast(self, condition);
  call code := pthread_mutex_unlock(self, mutex);
  call join(self, first);
  call join(self, second);
  call code := pthread_cond_destroy(self, condition);
  call code := pthread_mutex_destroy(self, mutex);
}
