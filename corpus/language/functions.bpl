// Functions with bodies are expanded, also through each other.
function max(a: int, b: int) returns (int)
{
  if a > b then a else b
}

function max3(a: int, b: int, c: int): int
{
  max(a, max(b, c))
}

function within(x: int, low: int, high: int) returns (bool)
{
  low <= x && x <= high
}

procedure main()
{
  var i: int;

  i := 0;
  while (within(i, -2, 2)) {
    i := max3(i, i + 1, 1);
  }
  assert i == 3;
}
