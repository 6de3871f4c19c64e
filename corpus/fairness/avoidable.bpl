// The first thread may raise the bit or do something else, in each round. In the component of all these states the
// waiter is enabled somewhere and never steps; but the cycle that never raises the bit is fair all the same.
// A search for fair cycles has to cut out the states where the waiter is enabled and look again.
var bit, other: bool;
var stop: bool;

procedure Worker()
  modifies bit, other;
{
  while (!stop) {
    if (*) {
      bit := true;
      bit := false;
    } else {
      other := !other;
    }
  }
}

procedure Waiter()
  modifies stop;
{
  assume bit;
  stop := true;
}

procedure main()
  modifies bit, other, stop;
{
  bit, other, stop := false, false, false;
  fork 1 Worker();
  fork 2 Waiter();
  join 1;
  join 2;
}
