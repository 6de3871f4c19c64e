// A recursive factorial: the argument decreases to 0, all runs complete.
procedure Factorial(n: int) returns (r: int)
{
  if (n == 0) {
    r := 1;
  } else {
    call r := Factorial(n - 1);
    r := n * r;
  }
}

procedure main()
{
  var r: int;

  call r := Factorial(5);
  assert r == 120;
}
