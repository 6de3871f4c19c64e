// A call with several results, which may go to globals and back to its own arguments' variables.
var total: int;

procedure MinMax(a: int, b: int) returns (low: int, high: int)
{
  if (a <= b) {
    low, high := a, b;
  } else {
    low, high := b, a;
  }
}

procedure main()
  modifies total;
{
  var x, y: int;

  x, y := 9, 4;
  call x, y := MinMax(x, y);
  assert x == 4 && y == 9;
  call total, y := MinMax(y, x);
  assert total == 4 && y == 9;
}
