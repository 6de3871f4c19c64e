// The key of the map is computed from a variable that nobody has assigned in the first turn. Elements for the keys of later turns alone made
// a run of that turn which looks at a value that is not there, and the checker rejected it.
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

procedure worker()
{
  var l: int;
n0:
  l, m := 2, m[l == 0 := m[true]];
  goto n0;
n1:
  return;
}
