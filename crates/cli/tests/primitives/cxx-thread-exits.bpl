// Variables of a thread are destroyed at its end, last made first; then its keys.
//: finish: proved

var place: $pointer;
var order: bv32;

procedure destroy(self: bv32, object: $pointer)
{
  order := $add_32($add_32($add_32(order, order), order), $pointer_to_bits(object)[32:0]);
}

procedure runs(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var code: bv32;
  unwinding := $null;
  call code := __cxa_thread_atexit(self, $procedure(destroy), $bits_to_pointer(1bv64), $null);
  call code := __cxa_thread_atexit(self, $procedure(destroy), $bits_to_pointer(2bv64), $null);
  call code := tss_set(self, $load_bv32(place), $bits_to_pointer(0bv64));
  result := $null;
}

procedure test(self: bv32)
{
  var thread: bv64;
  var code: bv32;
  order := 0bv32;
  call place := zeros(4bv64);
  call code := tss_create(self, place, $procedure(destroy));
  call thread := start(self, $procedure(runs), $null);
  call join(self, thread);
  assert order == 7bv32;
}
