// A mutex that nobody has initialised, on the stack.
//: finish: refuted failure

procedure test(self: bv32)
{
  var mutex: $pointer;
  var code: bv32;
  call mutex := $allocate_stack(40bv64);
  call code := pthread_mutex_lock(self, mutex);
}
