// Two threads push a number up, one by one and two by two, each until it has reached a limit of its own.
// The number only ever goes up, so that both finish, whoever is scheduled, and whatever the limits are.
var x: int;

procedure Slow(limit: int)
  modifies x;
{
  while (x < limit) {
    x := x + 1;
  }
}

procedure Fast(limit: int)
  modifies x;
{
  while (x < limit) {
    x := x + 2;
  }
}

procedure main(first: int, second: int)
  modifies x;
{
  fork 1 Slow(first);
  fork 2 Fast(second);
}
