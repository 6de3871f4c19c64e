// A string is copied while another thread changes it: the copy may be of neither the old nor the new text.
//: finish: refuted failure

var from, to: $pointer;

procedure writer(self: bv32, argument: $pointer) returns (unwinding: $pointer, result: $pointer)
{
  unwinding := $null;
  call result := memset(self, from, 1bv32, 16bv64);
}

procedure test(self: bv32)
{
  var thread: bv64;
  var result: $pointer;
  call from := zeros(16bv64);
  call to := zeros(16bv64);
  call thread := start(self, $procedure(writer), $null);
  call result := memcpy(self, to, from, 16bv64);
  assert $load_bv64(to) == $load_bv64($offset(to, 8bv64));
}
