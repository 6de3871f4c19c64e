// The hare runs after the tortoise at twice its speed; the tortoise walks n steps and then rests.
//
// Terminates: the tortoise stops, and then the hare comes closer with every step.
// Ranking function: (k, tortoise - hare), lexicographically.
var hare: int;
var tortoise: int;

procedure Hare()
  modifies hare;
{
  while (hare < tortoise) {
    hare := hare + 2;
  }
}

procedure Tortoise(n: int)
  modifies tortoise;
{
  var k: int;

  k := n;
  while (k > 0) {
    tortoise := tortoise + 1;
    k := k - 1;
  }
}

procedure main(n: int)
  modifies hare, tortoise;
{
  fork 1 Hare();
  fork 2 Tortoise(n);
}
