// Detached threads for ever: their numbers are used again, so that there are finitely many states.
// Nobody waits for them, so the program ends whenever the loop does, which is up to chance.
//: finish: refuted lasso
//: sections: proved
//: exit: proved

procedure nothing(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer) {
  unwinding := $null; result := $null; }

procedure test(self: bv32)
{
  var thread: bv64;
  var result: bv32;
  while (*) {
    call thread := start(self, $procedure(nothing), $null);
    call result := pthread_detach(self, thread);
    assert result == 0bv32;
    assume {:unhang_wait "user"} $threads == 1bv64;
  }
}
