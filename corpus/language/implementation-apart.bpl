// Implementations apart from their procedures, with other names for the parameters, and before the declaration.
implementation Twice(x: int) returns (y: int)
{
  y := x + x;
}

procedure Twice(a: int) returns (b: int);

procedure main();

implementation main()
{
  var r: int;

  call r := Twice(21);
  assert r == 42;
}
