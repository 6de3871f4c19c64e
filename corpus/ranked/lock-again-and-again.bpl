// One thread takes a lock and gives it back until it is told to stop. The other one needs the lock n times, and then says so.
// The lock is free again and again, so that a strongly fair scheduler lets the other one have it in the end. A weakly fair one need not:
// each time the other one is asked, the lock may be taken.
var taken: bool;
var stop: bool;

procedure Greedy()
  modifies taken;
{
  while (!stop) {
    atomic { assume !taken; taken := true; }
    taken := false;
  }
}

procedure Modest(n: int)
  modifies taken, stop;
{
  var i: int;

  i := 0;
  while (i < n) {
    atomic { assume !taken; taken := true; }
    i := i + 1;
    taken := false;
  }
  stop := true;
}

procedure main(n: int)
  modifies taken, stop;
{
  taken, stop := false, false;
  fork 1 Greedy();
  fork 2 Modest(n);
}
