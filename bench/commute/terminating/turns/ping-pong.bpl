// Two threads take turns in decreasing a counter.
//
// Terminates: each turn decreases n and is then the other one's. Whoever waits for its turn gets it, or the other one
// has left, and then it has been given the turn before.
// Ranking function: n.
var turn: int;
var n: int;

procedure Player(me: int)
  modifies turn, n;
{
  while (n > 0) {
    assume turn == me;
    n := n - 1;
    turn := 1 - me;
  }
}

procedure main()
  modifies turn, n;
{
  turn := 0;
  fork 1 Player(0);
  fork 2 Player(1);
}
