// Two threads want a static variable; one of them gives up once.
//: finish: proved
//: sections: proved

var guard: $pointer;
var made: int;

procedure uses(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var is_mine: bv32;
  unwinding := $null;
  call is_mine := __cxa_guard_acquire(self, guard);
  if (is_mine == 1bv32 && argument != $null) {
    call __cxa_guard_abort(self, guard);
    call is_mine := __cxa_guard_acquire(self, guard);
  }
  if (is_mine == 1bv32) {
    made := made + 1;
    call __cxa_guard_release(self, guard);
  }
  assert made == 1;
  result := $null;
}

procedure test(self: bv32)
{
  var thread: bv64;
  var unwinding, result: $pointer;
  made := 0;
  call guard := zeros(8bv64);
  call thread := start(self, $procedure(uses), guard);
  call unwinding, result := uses(self, $null);
  call join(self, thread);
}
