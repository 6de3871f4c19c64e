// One thread loops for ever over a variable of its own while two others can deadlock: no deadlock of the program, but
// waits that cannot be left.
var a, b: bool;

procedure Looper()
{
  var bit: bool;

  bit := false;
  while (true) {
    bit := !bit;
  }
}

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
  fork 1 Looper();
  fork 2 First();
  fork 3 Second();
}
