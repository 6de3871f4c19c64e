// The key of the map is computed from a variable that nobody has assigned in the first turn, so that it may be any. Only the key of later turns
// was thought of where maps become variables, as they do in programs with calls, and the program was proved to finish.
axiom {:unhang_lowered} {:unhang_start "main"} true;
var m: [bool]bool;

procedure main()
{
n0:
  m := m[false := false][true := false];
  goto n2;
n1:
  return;
n2:
  call {:async} worker();
  goto n1;
}

procedure {:unhang_results "result"} zero()
{
  var result: int;
n0:
  result := 0;
  goto n1;
n1:
  return;
}

procedure worker()
{
  var l: int;
  var k: int;
n0:
  call k := zero();
  goto n2;
n1:
  return;
n2:
  if (*) {
    atomic { assume k < 2; m := m[l == 0 := true]; l, k := 2, k + 1; }
    goto n2;
  } else {
    assume k >= 2;
    goto n3;
  }
n3:
  if (*) {
    assume m[true];
    goto n3;
  } else {
    assume !m[true];
    goto n1;
  }
}
