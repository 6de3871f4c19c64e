// Popeea and Rybalchenko, figure 2 (Choice), from any numbers, with each loop's test and parallel assignment as one transition as in their
// relations rho_1 and rho_2. In every round x, y or x + y decreases: all runs end, and it is enough to know what the other thread does to
// x and y.
var x, y: int;

procedure T1()
  modifies x, y;
{
  while (*) {
    atomic { assume x > 0 && y > 0; x, y := x - 1, x; }
  }
}

procedure T2()
  modifies x, y;
{
  while (*) {
    atomic { assume x > 0 && y > 0; x, y := y - 2, x + 1; }
  }
}

procedure main()
  modifies x, y;
{
  havoc x, y;
  fork 1 T1();
  fork 2 T2();
}
