// One thread counts up from below zero, the other one counts down from above: only one of them has something to do.
//
// Terminates: x goes towards zero and stays on its side, so that the thread of the other side never moves.
// Ranking functions: -x for the one, x for the other, with the invariant that x does not change its sign.
var x: int;

procedure Up()
  modifies x;
{
  while (x < 0) {
    x := x + 1;
  }
}

procedure Down()
  modifies x;
{
  while (x > 0) {
    x := x - 1;
  }
}

procedure main()
  modifies x;
{
  fork 1 Up();
  fork 2 Down();
}
