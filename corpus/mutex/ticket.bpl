// The ticket lock (Mellor-Crummey and Scott) for three threads, each entering once: draw a ticket, spin until served.
// Tickets are served in order and every holder goes on by itself, so every fair run completes.
var next: int;
var serving: int;
var inside: int;

procedure Thread()
  modifies next, serving, inside;
{
  var mine: int;

  mine, next := next, next + 1;
  while (serving != mine) {
  }
  inside := inside + 1;
  assert inside == 1;
  inside := inside - 1;
  serving := serving + 1;
}

procedure main()
  modifies next, serving, inside;
{
  next, serving, inside := 0, 0, 0;
  fork 1 Thread();
  fork 2 Thread();
  fork 3 Thread();
  join 1;
  join 2;
  join 3;
  assert serving == 3;
}
