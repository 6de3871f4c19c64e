// Three threads that count to twenty: it ends, but the search may not store as many states as that takes.
var x: int;

procedure Count()
  modifies x;
{
  var i: int;

  i := 0;
  while (i < 20) {
    x := x + 1;
    i := i + 1;
    x := x - 1;
  }
}

procedure main()
  modifies x;
{
  x := 0;
  fork 1 Count();
  fork 2 Count();
  fork 3 Count();
  join 1;
  join 2;
  join 3;
}
