// A call that takes one of two results.
procedure Pair() returns (a: int, b: int)
{
  a, b := 1, 2;
}

procedure main()
{
  var r: int;

  call r := Pair();
}
