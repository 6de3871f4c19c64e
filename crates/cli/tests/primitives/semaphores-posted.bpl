// One waits for another to post; there is nothing more to take.
//: finish: proved
//: sections: proved
//: exit: proved

var semaphore: $pointer;

procedure posts(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var code: bv32;
  unwinding := $null;
  call code := sem_post(self, semaphore);
  result := $null;
}

procedure test(self: bv32)
{
  var time: $pointer;
  var thread: bv64;
  var code: bv32;
  var error: $pointer;
  call semaphore := $allocate_stack(32bv64);
  call code := sem_init(self, semaphore, 0bv32, 0bv32);
  call thread := start(self, $procedure(posts), $null);
  call code := sem_wait(self, semaphore);
  assert code == 0bv32;
  call code := sem_trywait(self, semaphore);
  assert code == 4294967295bv32;
  call error := __errno_location(self);
  assert $load_bv32(error) == 11bv32;
  call time := zeros(16bv64);
  call code := sem_timedwait(self, semaphore, time);
  assert code == 4294967295bv32 && $load_bv32(error) == 110bv32;
  call join(self, thread);
}
