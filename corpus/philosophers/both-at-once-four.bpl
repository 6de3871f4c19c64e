// Four places and three philosophers who take both forks in one step; the two neighbours of the first share no fork
// and eat on until it has eaten. Their meals can overlap for ever, so that it is never enabled: no fairness helps.
var fork_taken: [int]bool;
var fed: bool;

procedure Hungry(left: int, right: int)
  modifies fork_taken, fed;
{
  atomic { assume !fork_taken[left] && !fork_taken[right]; fork_taken[left] := true; fork_taken[right] := true; }
  fed := true;
  atomic { fork_taken[left] := false; fork_taken[right] := false; }
}

procedure Greedy(left: int, right: int)
  modifies fork_taken;
{
  while (!fed) {
    atomic { assume !fork_taken[left] && !fork_taken[right]; fork_taken[left] := true; fork_taken[right] := true; }
    atomic { fork_taken[left] := false; fork_taken[right] := false; }
  }
}

procedure main()
  modifies fork_taken, fed;
{
  fed := false;
  fork_taken[0] := false;
  fork_taken[1] := false;
  fork_taken[2] := false;
  fork_taken[3] := false;
  fork 0 Hungry(0, 1);
  fork 1 Greedy(1, 2);
  fork 2 Greedy(3, 0);
  join 0;
  join 1;
  join 2;
}
