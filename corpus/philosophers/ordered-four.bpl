// Four philosophers who take the fork with the lower number first, as a larger instance: all runs complete.
var fork_taken: [int]bool;

procedure Philosopher(low: int, high: int)
  modifies fork_taken;
{
  atomic { assume !fork_taken[low]; fork_taken[low] := true; }
  atomic { assume !fork_taken[high]; fork_taken[high] := true; }
  fork_taken[high] := false;
  fork_taken[low] := false;
}

procedure main()
  modifies fork_taken;
{
  fork_taken[0] := false;
  fork_taken[1] := false;
  fork_taken[2] := false;
  fork_taken[3] := false;
  fork 0 Philosopher(0, 1);
  fork 1 Philosopher(1, 2);
  fork 2 Philosopher(2, 3);
  fork 3 Philosopher(0, 3);
  join 0;
  join 1;
  join 2;
  join 3;
}
