// Values of threads, of which destructors take care at a thread's end, until there are none.
//: finish: proved

var place: $pointer;
var destroyed: bv32;

procedure destroy(self: bv32, value: $pointer)
{
  var code: bv32;
  destroyed := $add_32(destroyed, 1bv32);
  // Once more.
  if (value == $bits_to_pointer(2bv64)) {
    call code := pthread_setspecific(self, $load_bv32(place), $bits_to_pointer(1bv64));
  }
}

procedure uses(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var code: bv32;
  unwinding := $null;
  call result := pthread_getspecific(self, $load_bv32(place));
  assert result == $null;
  call code := pthread_setspecific(self, $load_bv32(place), argument);
  assert code == 0bv32;
  call result := pthread_getspecific(self, $load_bv32(place));
  assert result == argument;
}

procedure test(self: bv32)
{
  var thread: bv64;
  var code: bv32;
  destroyed := 0bv32;
  call place := zeros(4bv64);
  call code := pthread_key_create(self, place, $procedure(destroy));
  call thread := start(self, $procedure(uses), $bits_to_pointer(2bv64));
  call join(self, thread);
  assert destroyed == 2bv32;
  call thread := start(self, $procedure(uses), $bits_to_pointer(1bv64));
  call join(self, thread);
  assert destroyed == 3bv32;
  call code := pthread_key_delete(self, $load_bv32(place));
  assert code == 0bv32;
  call code := pthread_setspecific(self, $load_bv32(place), $null);
  assert code == 22bv32;
}
