// Near miss of terminating/sequential/swap.bpl: nothing is taken away.
//
// Hangs if both numbers are positive.
var x: int;
var y: int;

procedure Worker()
  modifies x, y;
{
  while (x > 0 && y > 0) {
    x, y := y, x;
  }
}

procedure main()
  modifies x, y;
{
  fork 1 Worker();
  fork 2 Worker();
}
