// Two threads take two locks in opposite orders, but under a third one, the gate: no deadlock.
var gate, a, b: bool;

procedure First()
  modifies gate, a, b;
{
  atomic { assume !gate; gate := true; }
  atomic { assume !a; a := true; }
  atomic { assume !b; b := true; }
  gate := false;
  b := false;
  a := false;
}

procedure Second()
  modifies gate, a, b;
{
  atomic { assume !gate; gate := true; }
  atomic { assume !b; b := true; }
  atomic { assume !a; a := true; }
  gate := false;
  a := false;
  b := false;
}

procedure main()
  modifies gate, a, b;
{
  gate, a, b := false, false, false;
  fork 1 First();
  fork 2 Second();
  join 1;
  join 2;
}
