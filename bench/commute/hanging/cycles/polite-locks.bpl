// Two threads that need both of two locks, and give back the one that they have if the other one is taken, n times.
//
// Hangs if n > 0: both take their first lock, see that the other one is taken, give theirs back, and start again.
var a: bool;
var b: bool;

procedure Forward(n: int)
  modifies a, b;
{
  var i: int;

  i := n;
  while (i > 0) {
    atomic { assume !a; a := true; }
    if (!b) {
      atomic { assume !b; b := true; }
      i := i - 1;
      b := false;
    }
    a := false;
  }
}

procedure Backward(n: int)
  modifies a, b;
{
  var i: int;

  i := n;
  while (i > 0) {
    atomic { assume !b; b := true; }
    if (!a) {
      atomic { assume !a; a := true; }
      i := i - 1;
      a := false;
    }
    b := false;
  }
}

procedure main(n: int)
  modifies a, b;
{
  assume n > 0;
  a, b := false, false;
  fork 1 Forward(n);
  fork 2 Backward(n);
}
