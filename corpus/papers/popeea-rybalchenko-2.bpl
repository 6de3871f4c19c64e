// Popeea and Rybalchenko, figure 2 (Choice), from x, y in 1..3, with each loop's test and parallel assignment as one
// transition as in their relations rho_1 and rho_2. In every round x, y or x + y decreases: all runs end.
var x, y: int;

procedure T1()
  modifies x, y;
{
  while (*) {
    atomic { assume x > 0 && y > 0; x, y := x - 1, x; }
  }
  assume !(x > 0 && y > 0);
}

procedure T2()
  modifies x, y;
{
  while (*) {
    atomic { assume x > 0 && y > 0; x, y := y - 2, x + 1; }
  }
  assume !(x > 0 && y > 0);
}

procedure main()
  modifies x, y;
{
  havoc x, y;
  assume 1 <= x && x <= 3 && 1 <= y && y <= 3;
  fork 1 T1();
  fork 2 T2();
  join 1;
  join 2;
}
