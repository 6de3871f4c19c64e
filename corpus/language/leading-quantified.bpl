// The assumption mentions x, and so it says what the initial values are, also if nothing of x is left once the quantifier is
// written out. No values will do: the program has no runs.
var x: bool;

procedure main()
{
  assume (exists i: int :: 0 <= i && i < 2 && 1 < i && x);
  assert false;
}
