// A thread counts down; two others set the counter to anything at all, as often as their common budget allows.
//
// Terminates: the counter is set finitely often, and in between it goes down.
// Ranking function: (budget, x), lexicographically.
var budget: int;
var x: int;

procedure Worker()
  modifies x;
{
  while (x > 0) {
    x := x - 1;
  }
}

procedure Interrupter()
  modifies budget, x;
{
  while (budget > 0) {
    budget := budget - 1;
    havoc x;
  }
}

procedure main()
  modifies budget, x;
{
  fork 1 Worker();
  fork 2 Interrupter();
  fork 3 Interrupter();
}
