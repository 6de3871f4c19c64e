// Three threads share one counter, which each looks at and decreases under a lock.
//
// Terminates: whoever goes round has decreased x, which nobody increases; whoever finds it used up gives the lock back
// and leaves.
// Ranking function: x. That x stays positive between the test and the decrease needs the lock, but the argument does
// not.
var locked: bool;
var x: int;

procedure Worker()
  modifies locked, x;
{
  while (true) {
    atomic { assume !locked; locked := true; }
    if (x <= 0) {
      break;
    }
    x := x - 1;
    locked := false;
  }
  locked := false;
}

procedure main()
  modifies locked, x;
{
  locked := false;
  fork 1 Worker();
  fork 2 Worker();
  fork 3 Worker();
}
