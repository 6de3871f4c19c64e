// MUTANT, figure 1a, as its caption means it: g is cleared before the threads start.
// Thread1 spins only as long as Thread2, which is always enabled, is not scheduled: every fair run completes,
// and only an unfair scheduler keeps it going for ever.
var g: bool;

procedure Thread1()
{
  while (!g) {
  }
}

procedure Thread2()
  modifies g;
{
  g := true;
}

procedure main()
  modifies g;
{
  g := false;
  fork 1 Thread1();
  fork 2 Thread2();
  join 1;
  join 2;
}
