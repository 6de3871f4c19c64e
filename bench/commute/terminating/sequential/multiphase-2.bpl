// The loop with two phases, run by two threads on the same variables: x may go up as long as y is positive, but y
// always goes down.
//
// Terminates: each round decreases y; once it is negative, each round decreases x.
// Ranking functions, one for each phase: y + 1, then x.
var x: int;
var y: int;

procedure Worker()
  modifies x, y;
{
  while (x > 0) {
    atomic { x := x + y; y := y - 1; }
  }
}

procedure main()
  modifies x, y;
{
  fork 1 Worker();
  fork 2 Worker();
}
