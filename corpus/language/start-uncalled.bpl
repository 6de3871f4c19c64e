// Without a main the program starts at the one procedure that nobody calls or forks.
var n: int;

procedure Helper()
  modifies n;
{
  n := n + 1;
}

procedure Begin()
  modifies n;
{
  n := 0;
  fork 1 Helper();
  join 1;
  call Helper();
  assert n == 2;
}
