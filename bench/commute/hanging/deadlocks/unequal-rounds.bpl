// Near miss of terminating/barriers/cyclic-barrier-2.bpl: the two threads meet at the barrier in different numbers of
// rounds.
//
// Hangs if the numbers differ and one of them is positive: the one with more rounds waits for the other, who has left.
var arrived: int;
var round: int;

procedure Worker(n: int)
  modifies arrived, round;
{
  var i: int;

  i := 0;
  while (i < n) {
    atomic {
      arrived := arrived + 1;
      if (arrived == 2) {
        arrived, round := 0, round + 1;
      }
    }
    assume round > i;
    i := i + 1;
  }
}

procedure main(n1: int, n2: int)
  modifies arrived, round;
{
  arrived, round := 0, 0;
  fork 1 Worker(n1);
  fork 2 Worker(n2);
}
