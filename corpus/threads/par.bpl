// The parallel call starts its arms and goes on when all have ended, with their results.
var shared: int;

procedure Square(n: int) returns (r: int)
{
  r := n * n;
}

procedure Raise()
  modifies shared;
{
  shared := shared + 1;
}

procedure main()
  modifies shared;
{
  var a, b: int;

  shared := 0;
  par a := Square(3) | Raise() | b := Square(-4) | Raise();
  assert a == 9 && b == 16 && shared == 2;
}
