// A thread spins until another one has set a flag. It ends only because the scheduler is fair: without fairness it may spin for ever while
// the other one waits.
var ready: bool;

procedure waiter()
{
  while (!ready) {
  }
}

procedure setter()
  modifies ready;
{
  ready := true;
}

procedure main()
  modifies ready;
{
  ready := false;
  fork 1 waiter();
  fork 2 setter();
}
