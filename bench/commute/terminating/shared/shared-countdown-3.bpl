// Three threads decrease one counter, without a lock: every step of a thread depends on those of the others.
//
// Terminates: every round of every thread decreases x, which nobody increases. If it starts above zero, it ends up at
// -2 or above.
// Ranking function: x.
var x: int;

procedure Worker()
  modifies x;
{
  while (x > 0) {
    x := x - 1;
  }
}

procedure main()
  modifies x;
{
  fork 1 Worker();
  fork 2 Worker();
  fork 3 Worker();
}
