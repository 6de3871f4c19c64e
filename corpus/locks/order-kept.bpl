// Two threads take two locks in the same order: the holder of the first one can always go on, so all runs complete.
var a, b: bool;

procedure Both()
  modifies a, b;
{
  atomic { assume !a; a := true; }
  atomic { assume !b; b := true; }
  b := false;
  a := false;
}

procedure main()
  modifies a, b;
{
  a, b := false, false;
  fork 1 Both();
  fork 2 Both();
  join 1;
  join 2;
}
