// Near miss of terminating/shared/towards-zero.bpl: to look at the number and to move it are two steps.
//
// Hangs if x is not 0: with x = 1 both see a positive number and take one away each, with x = -1 both add one, and so
// on.
var x: int;

procedure Worker()
  modifies x;
{
  while (x != 0) {
    if (x > 0) {
      x := x - 1;
    } else {
      x := x + 1;
    }
  }
}

procedure main()
  modifies x;
{
  fork 1 Worker();
  fork 2 Worker();
}
