// A thread that needs a lock once, against one that takes and releases it until then; the lock blocks.
// The first is enabled whenever the lock is free, so strong fairness lets it in and weak fairness need not.
var lock: bool;
var stop: bool;

procedure Looper()
  modifies lock;
{
  while (!stop) {
    atomic { assume !lock; lock := true; }
    lock := false;
  }
}

procedure Once()
  modifies lock, stop;
{
  atomic { assume !lock; lock := true; }
  stop := true;
  lock := false;
}

procedure main()
  modifies lock, stop;
{
  lock, stop := false, false;
  fork 1 Looper();
  fork 2 Once();
  join 1;
  join 2;
}
