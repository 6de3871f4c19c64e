// Two threads flip one bit each, a third waits for both to be up and stops them. The flippers can take turns so that
// never both bits are up: a fair run even under strong fairness; but they could be up from everywhere.
var a, b: bool;
var stop: bool;

procedure FlipA()
  modifies a;
{
  while (!stop) {
    a := !a;
  }
}

procedure FlipB()
  modifies b;
{
  while (!stop) {
    b := !b;
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
  fork 1 FlipA();
  fork 2 FlipB();
  fork 3 Waiter();
  join 1;
  join 2;
  join 3;
}
