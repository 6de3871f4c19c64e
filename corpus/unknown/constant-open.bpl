// The constant's axiom leaves infinitely many values.
const N: int;
axiom N > 0;

procedure main()
{
  var i: int;

  i := 0;
  while (i < N) {
    i := i + 1;
  }
}
