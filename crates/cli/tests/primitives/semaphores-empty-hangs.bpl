// Nobody posts.
//: finish: refuted deadlock
//: sections: refuted trap
//: exit: refuted trap

procedure test(self: bv32)
{
  var semaphore: $pointer;
  var code: bv32;
  call semaphore := $allocate_stack(32bv64);
  call code := sem_init(self, semaphore, 0bv32, 1bv32);
  call code := sem_wait(self, semaphore);
  call code := sem_wait(self, semaphore);
}
