// Double-checked initialisation by two threads: look, lock, look again, build. It is built exactly once, all runs
// complete.
var lock: bool;
var ready: bool;
var built: int;

procedure Use()
  modifies lock, ready, built;
{
  if (!ready) {
    atomic { assume !lock; lock := true; }
    if (!ready) {
      built := built + 1;
      ready := true;
    }
    lock := false;
  }
  assert ready && built == 1;
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
