// Two threads that take the same two locks, in the order of the alphabet, for as many rounds as each likes.
//
// Terminates: each thread goes round finitely often; since locks are taken in order, whoever holds the last one can go
// on.
// Ranking function of each loop: i.
var a: bool;
var b: bool;

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

procedure main(n1: int, n2: int)
  modifies a, b;
{
  a, b := false, false;
  fork 1 First(n1);
  fork 2 Second(n2);
}
