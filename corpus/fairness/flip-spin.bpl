// The same with a busy wait: the waiter steps infinitely often but may look only when the bit is down.
// So not even strong fairness ends it.
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
  while (!bit) {
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
