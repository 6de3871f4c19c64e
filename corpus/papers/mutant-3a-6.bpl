// MUTANT, figure 3a, six philosophers who put the left fork back when the right one is taken, and try again.
// TryLock is a choice of two steps, of which one is enabled at a time.
// All can take their left forks, fail at the right ones and put them back, together and for ever.
var lock: [int]bool;

procedure Philosopher(left: int, right: int)
  modifies lock;
{
retry:
  goto first, no_first;
no_first:
  assume lock[left];
  goto retry;
first:
  atomic { assume !lock[left]; lock[left] := true; }
  goto second, no_second;
no_second:
  assume lock[right];
  lock[left] := false;
  goto retry;
second:
  atomic { assume !lock[right]; lock[right] := true; }
  lock[right] := false;
  lock[left] := false;
}

procedure main()
  modifies lock;
{
  lock[0] := false;
  lock[1] := false;
  lock[2] := false;
  lock[3] := false;
  lock[4] := false;
  lock[5] := false;
  fork 0 Philosopher(0, 1);
  fork 1 Philosopher(1, 2);
  fork 2 Philosopher(2, 3);
  fork 3 Philosopher(3, 4);
  fork 4 Philosopher(4, 5);
  fork 5 Philosopher(5, 0);
  join 0;
  join 1;
  join 2;
  join 3;
  join 4;
  join 5;
}
