// Popeea and Rybalchenko, figure 6, without the lock: now T2 can raise x again while T1 counts it down.
// So T1 as well can step for ever, under any fairness.
var x: int;
var t: int;

procedure T1()
  modifies x, t;
{
  while (x > 0) {
    t := x - 1;
    x := t;
  }
}

procedure T2()
  modifies x;
{
  while (*) {
    havoc x;
    assume 0 <= x && x <= 2;
  }
}

procedure main()
  modifies x, t;
{
  x, t := 2, 0;
  fork 1 T1();
  fork 2 T2();
  join 1;
  join 2;
}
