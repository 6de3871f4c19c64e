// Near miss of terminating/turns/up-then-down.bpl: the one who counts down does not wait until the other one is ready.
//
// Hangs if both have something to do, as with n = 2 and x = 1: one counts up, the other one down.
const n: int;

var x: int;

procedure Up()
  modifies x;
{
  while (x < n) {
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
