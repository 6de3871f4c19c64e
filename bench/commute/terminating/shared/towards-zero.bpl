// Two threads move a number towards zero, from either side; to look at it and to move it is one step.
//
// Terminates: each move makes the number's absolute value smaller.
// Ranking functions: x where it is positive, -x where it is negative; it never changes sides.
// In hanging/cycles/towards-zero-torn.bpl looking and moving are two steps, and the threads can undo each other's work.
var x: int;

procedure Worker()
  modifies x;
{
  while (x != 0) {
    atomic {
      if (x > 0) {
        x := x - 1;
      } else if (x < 0) {
        x := x + 1;
      }
    }
  }
}

procedure main()
  modifies x;
{
  fork 1 Worker();
  fork 2 Worker();
}
