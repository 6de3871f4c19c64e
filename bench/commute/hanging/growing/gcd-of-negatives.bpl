// Near miss of terminating/sequential/gcd-2.bpl: nobody says that the numbers are positive.
//
// Hangs, for example, if x > 0 and y < 0: to subtract a negative number makes x larger.
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
  assume y < 0;
  fork 1 Worker();
  fork 2 Worker();
}
