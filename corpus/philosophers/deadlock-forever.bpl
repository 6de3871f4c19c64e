// Three left-handed philosophers in endless loops: they may deadlock or dine for ever, depending on the schedule.
var fork_taken: [int]bool;

procedure Philosopher(left: int, right: int)
  modifies fork_taken;
{
  while (true) {
    atomic { assume !fork_taken[left]; fork_taken[left] := true; }
    atomic { assume !fork_taken[right]; fork_taken[right] := true; }
    fork_taken[right] := false;
    fork_taken[left] := false;
  }
}

procedure main()
  modifies fork_taken;
{
  fork_taken[0] := false;
  fork_taken[1] := false;
  fork_taken[2] := false;
  fork 0 Philosopher(0, 1);
  fork 1 Philosopher(1, 2);
  fork 2 Philosopher(2, 0);
}
