// Three philosophers at a round table, in the order of the alphabet, for as many rounds as each likes.
//
// Terminates: each thread goes round finitely often; since locks are taken in order, whoever holds the last one can go
// on.
// Ranking function of each loop: i.
// bounds: 0..2
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
    atomic { assume !a; a := true; }
    atomic { assume !c; c := true; }
    i := i - 1;
    c := false;
    a := false;
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
