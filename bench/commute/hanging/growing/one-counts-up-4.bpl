// Near miss of terminating/shared/shared-countdown-4.bpl: one of the four threads counts up, by more than the others
// count down.
//
// Hangs if x > 0: each round of all four together makes x larger.
var x: int;

procedure Down()
  modifies x;
{
  while (x > 0) {
    x := x - 1;
  }
}

procedure Up()
  modifies x;
{
  while (x > 0) {
    x := x + 4;
  }
}

procedure main()
  modifies x;
{
  fork 1 Down();
  fork 2 Down();
  fork 3 Down();
  fork 4 Up();
}
