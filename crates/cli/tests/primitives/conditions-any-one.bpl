// A signal wakes any one of two threads, and neither is promised to be the one: each may be the one that is left.
//: finish: refuted failure

var mutex, condition: $pointer;
var count, last: bv32;

procedure waits(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var code: bv32;
  unwinding := $null;
  call code := pthread_mutex_lock(self, mutex);
  count := $add_32(count, 1bv32);
  call code := pthread_cond_wait(self, condition, mutex);
  last := self;
  call code := pthread_mutex_unlock(self, mutex);
  result := $null;
}

procedure test(self: bv32)
{
  var first, second: bv64;
  var code: bv32;
  count, last := 0bv32, 0bv32;
  call mutex := zeros(40bv64);
  call condition := zeros(48bv64);
  call first := start(self, $procedure(waits), $null);
  call second := start(self, $procedure(waits), $null);
  assume $waiting(condition) == 6bv64;
  call code := pthread_cond_signal(self, condition);
  assume last != 0bv32;
  assert last == 1bv32 || $waiting(condition) != 2bv64;
}
