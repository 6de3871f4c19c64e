// Two threads try to get a lock until they have it, use it for a while, and give it back, once each.
//
// Terminates under a fair scheduler: whoever has the lock gives it back, and then the other one's next attempt
// succeeds.
// Without fairness a thread may try for ever while the other one, who has the lock, does not run.
// Ranking function: x, which only the one with the lock touches.
const n: int;

var locked: bool;
var x: int;

procedure Worker()
  modifies locked, x;
{
  var got: bool;

  got := false;
  while (!got) {
    atomic {
      if (!locked) {
        locked, got := true, true;
      }
    }
  }
  x := n;
  while (x > 0) {
    x := x - 1;
  }
  locked := false;
}

procedure main()
  modifies locked, x;
{
  locked, x := false, 0;
  fork 1 Worker();
  fork 2 Worker();
}
