// The initialisation of a static variable needs the variable.
//: finish: refuted deadlock
//: sections: refuted trap

procedure test(self: bv32)
{
  var guard: $pointer;
  var is_mine: bv32;
  call guard := zeros(8bv64);
  call is_mine := __cxa_guard_acquire(self, guard);
  call is_mine := __cxa_guard_acquire(self, guard);
}
