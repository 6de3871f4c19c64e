// One thread counts up to n and says so; then the other one counts down to zero what it finds.
//
// Terminates: the second loop starts when the first is over, so that they do not undo each other's work.
// Ranking functions: n - x before the flag is set, x afterwards.
const n: int;

var x: int;
var ready: bool;

procedure Up()
  modifies x, ready;
{
  while (x < n) {
    x := x + 1;
  }
  ready := true;
}

procedure Down()
  modifies x;
{
  assume ready;
  while (x > 0) {
    x := x - 1;
  }
}

procedure main()
  modifies x, ready;
{
  ready := false;
  fork 1 Up();
  fork 2 Down();
}
