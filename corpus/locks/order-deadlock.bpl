// Two threads take two locks in opposite orders: the textbook deadlock. No run is infinite.
var a, b: bool;

procedure First()
  modifies a, b;
{
  atomic { assume !a; a := true; }
  atomic { assume !b; b := true; }
  b := false;
  a := false;
}

procedure Second()
  modifies a, b;
{
  atomic { assume !b; b := true; }
  atomic { assume !a; a := true; }
  a := false;
  b := false;
}

procedure main()
  modifies a, b;
{
  a, b := false, false;
  fork 1 First();
  fork 2 Second();
  join 1;
  join 2;
}
