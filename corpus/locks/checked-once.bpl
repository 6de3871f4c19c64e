// Initialisation that is checked only once, outside the lock: two threads can both find it missing and build it twice.
var lock: bool;
var ready: bool;
var built: int;

procedure Use()
  modifies lock, ready, built;
{
  if (!ready) {
    atomic { assume !lock; lock := true; }
    built := built + 1;
    assert built == 1;
    ready := true;
    lock := false;
  }
}

procedure main()
  modifies lock, ready, built;
{
  lock, ready, built := false, false, 0;
  fork 1 Use();
  fork 2 Use();
  join 1;
  join 2;
}
