// A thread takes a lock and gives it back until the other one is through, who needs the lock n times.
//
// Terminates under a strongly fair scheduler: the lock is free again and again, so the one who waits for it gets it, n
// times.
// Under a weakly fair one the first thread may hold the lock whenever the other one has a chance: it is never free for
// good.
// Ranking function: i; the other loop ends since done becomes true and stays so.
var locked: bool;
var done: bool;

procedure Busy()
  modifies locked;
{
  while (!done) {
    atomic { assume !locked; locked := true; }
    locked := false;
  }
}

procedure Worker(n: int)
  modifies locked, done;
{
  var i: int;

  i := n;
  while (i > 0) {
    atomic { assume !locked; locked := true; }
    i := i - 1;
    locked := false;
  }
  done := true;
}

procedure main(n: int)
  modifies locked, done;
{
  locked, done := false, false;
  fork 1 Busy();
  fork 2 Worker(n);
}
