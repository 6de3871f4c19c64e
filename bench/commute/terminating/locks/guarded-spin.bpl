// Both threads write to x and then wait, by spinning, until x is what they have written, which it is: nobody else
// writes while they hold the lock.
//
// Terminates, under any scheduler: the spinning loops never go round, and the outer ones count down.
// Ranking function: i; the runs that go round in the inner loop are infeasible.
var locked: bool;
var x: int;

procedure Worker(n: int, mine: int)
  modifies locked, x;
{
  var i: int;

  i := n;
  while (i > 0) {
    atomic { assume !locked; locked := true; }
    x := mine;
    while (x != mine) {
    }
    locked := false;
    i := i - 1;
  }
}

procedure main(n: int, mine: int)
  modifies locked, x;
{
  locked := false;
  fork 1 Worker(n, mine);
  fork 2 Worker(n, mine + 1);
}
