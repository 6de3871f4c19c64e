// Near miss of terminating/locks/ordered-locks-3.bpl: all three take the fork on their left first.
//
// Hangs if all three are hungry.
var a: bool;
var b: bool;
var c: bool;

procedure First(n: int)
  modifies a, b;
{
  var i: int;

  i := n;
  while (i > 0) {
    atomic { assume !a; a := true; }
    atomic { assume !b; b := true; }
    i := i - 1;
    b := false;
    a := false;
  }
}

procedure Second(n: int)
  modifies b, c;
{
  var i: int;

  i := n;
  while (i > 0) {
    atomic { assume !b; b := true; }
    atomic { assume !c; c := true; }
    i := i - 1;
    c := false;
    b := false;
  }
}

procedure Third(n: int)
  modifies a, c;
{
  var i: int;

  i := n;
  while (i > 0) {
    atomic { assume !c; c := true; }
    atomic { assume !a; a := true; }
    i := i - 1;
    a := false;
    c := false;
  }
}

procedure main(n1: int, n2: int, n3: int)
  modifies a, b, c;
{
  a, b, c := false, false, false;
  fork 1 First(n1);
  fork 2 Second(n2);
  fork 3 Third(n3);
}
