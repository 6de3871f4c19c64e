// `std::condition_variable` with a `std::unique_lock`.
//: finish: proved
//: sections: proved

var mutex, condition: $pointer;
var ready: bool;

procedure waits(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var lock: $pointer;
  var code: bv32;
  unwinding := $null;
  call lock := $allocate_stack(16bv64);
  call $store(lock, mutex);
  call code := pthread_mutex_lock(self, mutex);
  while (!ready) {
    call _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(self, condition, lock);
  }
  call code := pthread_mutex_unlock(self, mutex);
  result := $null;
}

procedure test(self: bv32)
{
  var thread: bv64;
  var code: bv32;
  ready := false;
  call mutex := zeros(40bv64);
  call condition := $allocate_stack(48bv64);
  call _ZNSt18condition_variableC1Ev(self, condition);
  call thread := start(self, $procedure(waits), $null);
  call code := pthread_mutex_lock(self, mutex);
  ready := true;
  call code := pthread_mutex_unlock(self, mutex);
  call _ZNSt18condition_variable10notify_oneEv(self, condition);
  call join(self, thread);
  call _ZNSt18condition_variableD1Ev(self, condition);
}
