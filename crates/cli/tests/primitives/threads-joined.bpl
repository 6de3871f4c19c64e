// Two threads, of which one is given a result to take, and numbers that are used again.
//: finish: proved
//: sections: proved
//: exit: proved

procedure echo(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  var itself: bv64;
  unwinding := $null;
  call itself := pthread_self(self);
  assert itself == $thread_id(self) && self != 0bv32;
  result := argument;
}

procedure test(self: bv32)
{
  var first, second: bv64;
  var place: $pointer;
  var result: bv32;
  call place := $allocate_stack(8bv64);
  call first := start(self, $procedure(echo), $null);
  call second := start(self, $procedure(echo), place);
  assert first == 2bv64 && second == 3bv64;
  call result := pthread_join(self, second, place);
  assert result == 0bv32 && $load_pointer(place) == place;
  call second := start(self, $procedure(echo), place);
  assert second == 3bv64;
  call join(self, second);
  call join(self, first);
  call result := pthread_join(self, 1bv64, $null);
  assert result == 35bv32;
  assert $threads == 1bv64 && $finished == 0bv64;
}
