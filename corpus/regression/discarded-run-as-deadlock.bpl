// No value of N satisfies both axioms, so that the program has no runs at all.
// Every property holds of all of them; above all, the first step that cannot be taken is not a deadlock.

const N: int;
axiom N > 5;
axiom N < 3;

procedure main()
{
  var i: int;

  i := 0;
  while (i < N)
  {
    i := i + 1;
  }
  assert false;
}
