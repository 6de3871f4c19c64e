// The waiter wants both bits at once; each is up infinitely often, but never both. It is never enabled: no fairness
// helps, and its wait is a section that cannot be left.
var a, b: bool;
var stop: bool;

procedure Flipper()
  modifies a, b;
{
  while (!stop) {
    a := true;
    a := false;
    b := true;
    b := false;
  }
}

procedure Waiter()
  modifies stop;
{
  assume a && b;
  stop := true;
}

procedure main()
  modifies a, b, stop;
{
  a, b, stop := false, false, false;
  fork 1 Flipper();
  fork 2 Waiter();
  join 1;
  join 2;
}
