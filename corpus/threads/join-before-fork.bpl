// A join may come before its fork, by another thread: it waits until there is such a thread that has finished.
procedure Late() returns (r: int)
{
  r := 5;
}

procedure Starter()
{
  fork 9 Late();
}

procedure main()
{
  var r: int;

  fork 1 Starter();
  join 9 assign r;
  assert r == 5;
  join 1;
}
