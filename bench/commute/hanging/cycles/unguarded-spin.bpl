// Near miss of terminating/locks/guarded-spin.bpl: one of the two threads does not take the lock before it writes.
//
// Hangs if n > 0: what the other one has written is overwritten before it looks, and then it spins for ever.
var locked: bool;
var x: int;

procedure Locking(n: int, mine: int)
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

procedure Careless(mine: int)
  modifies x;
{
  x := mine;
}

procedure main(n: int, mine: int)
  modifies locked, x;
{
  assume n > 0;
  locked := false;
  fork 1 Locking(n, mine);
  fork 2 Careless(mine + 1);
}
