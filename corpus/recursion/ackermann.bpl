// Ackermann's function at (2, 2): deep nesting of calls in arguments' places, and it ends with 7.
procedure Ackermann(m: int, n: int) returns (r: int)
{
  if (m == 0) {
    r := n + 1;
  } else if (n == 0) {
    call r := Ackermann(m - 1, 1);
  } else {
    call r := Ackermann(m, n - 1);
    call r := Ackermann(m - 1, r);
  }
}

procedure main()
{
  var r: int;

  call r := Ackermann(2, 2);
  assert r == 7;
}
