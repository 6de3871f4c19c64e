// Near miss of terminating/locks/locked-countdown-3.bpl: whoever finds the counter used up leaves without giving the
// lock back.
//
// Hangs: the other two wait for the lock for ever.
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
}

procedure main()
  modifies locked, x;
{
  locked := false;
  fork 1 Worker();
  fork 2 Worker();
  fork 3 Worker();
}
