// Near miss of terminating/locks/ordered-locks-2.bpl: the second thread takes the locks in the opposite order.
//
// Hangs if both go round at least once.
var a: bool;
var b: bool;

procedure Forward(n: int)
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

procedure Backward(n: int)
  modifies a, b;
{
  var i: int;

  i := n;
  while (i > 0) {
    atomic { assume !b; b := true; }
    atomic { assume !a; a := true; }
    i := i - 1;
    a := false;
    b := false;
  }
}

procedure main(n1: int, n2: int)
  modifies a, b;
{
  a, b := false, false;
  fork 1 Forward(n1);
  fork 2 Backward(n2);
}
