// Near miss of terminating/shared/towards-zero.bpl: the threads move the number by two.
//
// Hangs if x is odd: it goes from 1 to -1 and back to 1 for ever. If x is even it comes to 0.
var x: int;

procedure Worker()
  modifies x;
{
  while (x != 0) {
    atomic {
      if (x > 0) {
        x := x - 2;
      } else {
        x := x + 2;
      }
    }
  }
}

procedure main()
  modifies x;
{
  assume x >= 0;
  fork 1 Worker();
  fork 2 Worker();
}
