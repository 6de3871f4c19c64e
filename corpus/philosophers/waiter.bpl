// Three left-handed philosophers and a waiter who lets only two at the table: one of them always gets both forks.
var seats: int;
var fork_taken: [int]bool;

procedure Philosopher(left: int, right: int)
  modifies seats, fork_taken;
{
  atomic { assume seats > 0; seats := seats - 1; }
  atomic { assume !fork_taken[left]; fork_taken[left] := true; }
  atomic { assume !fork_taken[right]; fork_taken[right] := true; }
  fork_taken[right] := false;
  fork_taken[left] := false;
  seats := seats + 1;
}

procedure main()
  modifies seats, fork_taken;
{
  seats := 2;
  fork_taken[0] := false;
  fork_taken[1] := false;
  fork_taken[2] := false;
  fork 0 Philosopher(0, 1);
  fork 1 Philosopher(1, 2);
  fork 2 Philosopher(2, 0);
  join 0;
  join 1;
  join 2;
}
