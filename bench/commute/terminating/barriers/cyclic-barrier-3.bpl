// Three threads that meet n times at the same barrier. The last one to arrive opens it for this round and closes it for
// the next.
//
// Terminates: each thread goes round n times, and all arrive in every round, so that the barrier opens.
// Ranking function of each loop: n - i. That nobody waits for ever needs arrived < 3 and that rounds are counted
// together.
const n: int;

var arrived: int;
var round: int;

procedure Worker()
  modifies arrived, round;
{
  var i: int;

  i := 0;
  while (i < n) {
    atomic {
      arrived := arrived + 1;
      if (arrived == 3) {
        arrived, round := 0, round + 1;
      }
    }
    assume round > i;
    i := i + 1;
  }
}

procedure main()
  modifies arrived, round;
{
  arrived, round := 0, 0;
  fork 1 Worker();
  fork 2 Worker();
  fork 3 Worker();
}
