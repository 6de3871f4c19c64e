// Popeea and Rybalchenko, figure 2 (Choice), as the program text has it: a loop's test is a step, and its parallel
// assignment another one that may find the values changed since. From x, y in 1..3 it still ends, in any schedule.
var x, y: int;

procedure T1()
  modifies x, y;
{
  while (x > 0 && y > 0) {
    x, y := x - 1, x;
  }
}

procedure T2()
  modifies x, y;
{
  while (x > 0 && y > 0) {
    x, y := y - 2, x + 1;
  }
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
