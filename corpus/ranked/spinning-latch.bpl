// A worker counts down from a number that may be anything, and opens a latch; somebody else spins until it is open.
// A fair scheduler lets the worker go on, so that both finish. Without fairness the other one may spin for ever.
var open: bool;

procedure Worker(n: int)
  modifies open;
{
  var i: int;

  i := n;
  while (i > 0) {
    i := i - 1;
  }
  open := true;
}

procedure Waiter()
{
  while (!open) {
  }
}

procedure main(n: int)
  modifies open;
{
  open := false;
  fork 1 Worker(n);
  fork 2 Waiter();
  join 1;
  join 2;
}
