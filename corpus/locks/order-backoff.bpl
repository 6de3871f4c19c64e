// Two threads take two locks in opposite orders and release the first if the second is taken: no deadlock, but both
// can fail and retry in step for ever.
var a, b: bool;

procedure First()
  modifies a, b;
{
  var got: bool;

  got := false;
  while (!got) {
    atomic { assume !a; a := true; }
    got, b := !b, true;
    if (!got) {
      a := false;
    }
  }
  b := false;
  a := false;
}

procedure Second()
  modifies a, b;
{
  var got: bool;

  got := false;
  while (!got) {
    atomic { assume !b; b := true; }
    got, a := !a, true;
    if (!got) {
      b := false;
    }
  }
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
