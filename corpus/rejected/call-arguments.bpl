// Too few arguments in a call.
procedure Add(a: int, b: int) returns (r: int)
{
  r := a + b;
}

procedure main()
{
  var r: int;

  call r := Add(1);
}
