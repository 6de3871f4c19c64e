// Three threads that count over variables of their own and have nothing to do with each other: all runs complete.
procedure Count(limit: int) returns (n: int)
{
  n := 0;
  while (n < limit) {
    n := n + 1;
  }
}

procedure main()
{
  var a, b, c: int;

  fork 1 Count(5);
  fork 2 Count(6);
  fork 3 Count(7);
  join 1 assign a;
  join 2 assign b;
  join 3 assign c;
  assert a + b + c == 18;
}
