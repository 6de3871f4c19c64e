// A thread that waits for the bit to be up in one branch and down in the other is enabled all the time, by one edge or
// the other: weak fairness suffices.
var bit: bool;
var stop: bool;

procedure Flipper()
  modifies bit;
{
  while (!stop) {
    bit := !bit;
  }
}

procedure Waiter()
  modifies stop;
{
  if (*) {
    assume bit;
  } else {
    assume !bit;
  }
  stop := true;
}

procedure main()
  modifies bit, stop;
{
  bit, stop := false, false;
  fork 1 Flipper();
  fork 2 Waiter();
  join 1;
  join 2;
}
