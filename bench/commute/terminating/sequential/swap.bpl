// Two threads exchange x and y, and each time take one away: neither of the two goes down in every round, but their sum
// does.
//
// Terminates: each round decreases x + y; a round starts only if both are positive, and another thread can take away
// one more at most.
// Ranking function: x + y.
var x: int;
var y: int;

procedure Worker()
  modifies x, y;
{
  while (x > 0 && y > 0) {
    x, y := y - 1, x;
  }
}

procedure main()
  modifies x, y;
{
  fork 1 Worker();
  fork 2 Worker();
}
