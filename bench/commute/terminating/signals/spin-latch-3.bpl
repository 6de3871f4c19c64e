// Two threads count down and then open a latch; another one spins until it is open.
//
// Terminates under a fair scheduler: the workers end by themselves, and from then on the latch is open.
// Without fairness the spinning thread may be the only one that runs.
// Ranking function: i for each worker; the spinning loop has none of its own, it ends since latch reaches 0.
var latch: int;

procedure Worker(n: int)
  modifies latch;
{
  var i: int;

  i := n;
  while (i > 0) {
    i := i - 1;
  }
  latch := latch - 1;
}

procedure Waiter()
{
  while (latch > 0) {
  }
}

procedure main(n: int)
  modifies latch;
{
  latch := 2;
  fork 1 Worker(n);
  fork 2 Worker(n);
  fork 3 Waiter();
}
