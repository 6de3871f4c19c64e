// The greatest common divisor by subtraction, with two threads at work on the same two numbers.
//
// Terminates: as long as the numbers differ, a round subtracts a positive number from the larger one; both stay
// positive.
// Ranking function: x + y, with the invariant x > 0 && y > 0.
// bounds: 1..6
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
  assume x > 0 && y > 0;
  fork 1 Worker();
  fork 2 Worker();
}
