// The same with a test-and-set loop in the thread that needs the lock once: it may always try when the lock is taken.
// So it can fail for ever under any fairness.
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
  var taken: bool;

  taken := true;
  while (taken) {
    taken, lock := lock, true;
  }
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
