// One thread flips a bit until it is told to stop, the other waits for the bit and then says stop.
// The waiter is enabled again and again but not all the time: strong fairness ends it, weak fairness does not.
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
  assume bit;
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
