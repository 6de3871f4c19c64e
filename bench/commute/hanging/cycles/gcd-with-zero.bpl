// Near miss of terminating/sequential/gcd-2.bpl: the numbers are assumed not to be negative, but one of them may be
// zero.
//
// Hangs if one is zero and the other one is not: to subtract zero changes nothing.
var x: int;
var y: int;

procedure Worker()
  modifies x, y;
{
  while (x != y) {
    atomic {
      if (x > y) {
        x := x - y;
      } else if (y > x) {
        y := y - x;
      }
    }
  }
}

procedure main()
  modifies x, y;
{
  assume x >= 0 && y >= 0;
  fork 1 Worker();
  fork 2 Worker();
}
