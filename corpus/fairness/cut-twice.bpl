// A bit that one thread raises and lowers, a waiter for the bit that ends everything, and a spinner.
// Without the states in which the waiter is enabled, the first thread is enabled but never steps: a search for strongly
// fair cycles has to cut twice before it can say that there is none.
var bit, stop: bool;

procedure Blinker()
  modifies bit;
{
  while (!stop) {
    bit := true;
    bit := false;
  }
}

procedure Waiter()
  modifies stop;
{
  assume bit;
  stop := true;
}

procedure Spinner()
{
  while (!stop) {
  }
}

procedure main()
  modifies bit, stop;
{
  bit, stop := false, false;
  fork 1 Blinker();
  fork 2 Waiter();
  fork 3 Spinner();
  join 1;
  join 2;
  join 3;
}
