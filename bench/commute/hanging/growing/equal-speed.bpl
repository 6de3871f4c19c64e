// Near miss of terminating/shared/hare-and-tortoise.bpl: the hare is no faster than the tortoise, which does not rest
// while it is ahead.
//
// Hangs if hare < tortoise: the distance is the same for ever.
var hare: int;
var tortoise: int;

procedure Hare()
  modifies hare;
{
  while (hare < tortoise) {
    hare := hare + 1;
  }
}

procedure Tortoise()
  modifies tortoise;
{
  while (hare < tortoise) {
    tortoise := tortoise + 1;
  }
}

procedure main()
  modifies hare, tortoise;
{
  fork 1 Hare();
  fork 2 Tortoise();
}
