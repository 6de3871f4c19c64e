// Near miss of terminating/shared/shared-countdown-2.bpl: one of the two threads counts up by two.
//
// Hangs if x > 0: each round of both together makes x larger.
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
    x := x + 2;
  }
}

procedure main()
  modifies x;
{
  fork 1 Down();
  fork 2 Up();
}
