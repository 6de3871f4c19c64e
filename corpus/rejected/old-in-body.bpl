// `old` has a meaning in ensures clauses only.
var x: int;

procedure main()
  modifies x;
{
  x := 1;
  assert x == old(x);
}
