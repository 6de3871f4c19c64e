// MUTANT, figure 1b: each of two threads overwrites what the other one wants to see, and retries.
// If each looks at g just after the other's assignment, both retry for ever, and fairly; the end stays in reach.
var g: bool;

procedure Thread1()
  modifies g;
{
  while (g) {
    g := false;
  }
}

procedure Thread2()
  modifies g;
{
  while (!g) {
    g := true;
  }
}

procedure main()
  modifies g;
{
  fork 1 Thread1();
  fork 2 Thread2();
  join 1;
  join 2;
}
