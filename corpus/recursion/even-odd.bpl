// Mutual recursion that counts down, from any start in 0..5.
procedure Even(n: int) returns (r: bool)
{
  if (n == 0) {
    r := true;
  } else {
    call r := Odd(n - 1);
  }
}

procedure Odd(n: int) returns (r: bool)
{
  if (n == 0) {
    r := false;
  } else {
    call r := Even(n - 1);
  }
}

procedure main()
{
  var n: int;
  var r: bool;

  havoc n;
  assume 0 <= n && n <= 5;
  call r := Even(n);
  assert r <==> n mod 2 == 0;
}
