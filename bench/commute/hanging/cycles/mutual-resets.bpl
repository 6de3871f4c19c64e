// Two counters, each of which is filled up again by the thread that counts the other one down.
//
// Hangs if n > 0 and both counters are positive: neither thread ever finds its counter used up.
const n: int;

var x: int;
var y: int;

procedure First()
  modifies x, y;
{
  while (x > 0) {
    x := x - 1;
    y := n;
  }
}

procedure Second()
  modifies x, y;
{
  while (y > 0) {
    y := y - 1;
    x := n;
  }
}

procedure main()
  modifies x, y;
{
  fork 1 First();
  fork 2 Second();
}
