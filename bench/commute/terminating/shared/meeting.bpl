// Two threads walk towards each other, one up and one down.
//
// Terminates: each step makes the distance smaller, until both see that they have met or passed.
// Ranking function: right - left.
var left: int;
var right: int;

procedure Up()
  modifies left;
{
  while (left < right) {
    left := left + 1;
  }
}

procedure Down()
  modifies right;
{
  while (left < right) {
    right := right - 1;
  }
}

procedure main()
  modifies left, right;
{
  fork 1 Up();
  fork 2 Down();
}
