// A goto whose branches all begin with an assume that does not hold waits for ever.
var x: int;

procedure main()
  modifies x;
{
  x := 2;
  goto up, down;
up:
  assume x < 2;
  return;
down:
  assume x > 2;
}
