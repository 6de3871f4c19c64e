// Popeea and Rybalchenko, figure 6 (LockDecrement), with numbers without bounds: T1 counts x down under a lock, T2 sets x to anything under
// the same lock, as often as it likes. T2 may go on for ever, T1 cannot: while it counts, it has the lock. The lock does not say who has
// it, so that one has to know where the other thread stands.
var x: int;
var t: int;
var lck: bool;

procedure T1()
  modifies x, t, lck;
{
  atomic { assume !lck; lck := true; }
  while (x > 0) {
    t := x - 1;
    x := t;
  }
  lck := false;
}

procedure T2()
  modifies x, lck;
{
  while (*) {
    atomic { assume !lck; lck := true; }
    havoc x;
    lck := false;
  }
}

procedure main()
  modifies x, t, lck;
{
  havoc x;
  lck := false;
  fork 1 T1();
  fork 2 T2();
}
