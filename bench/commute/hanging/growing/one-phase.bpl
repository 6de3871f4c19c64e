// Near miss of terminating/sequential/multiphase-2.bpl: y does not go down but up.
//
// Hangs if x > 0 and y >= 0: both grow for ever. With negative y there is a race between y, which goes up, and x.
var x: int;
var y: int;

procedure Worker()
  modifies x, y;
{
  while (x > 0) {
    atomic { x := x + y; y := y + 1; }
  }
}

procedure main()
  modifies x, y;
{
  fork 1 Worker();
  fork 2 Worker();
}
