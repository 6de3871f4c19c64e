// Two threads take turns three times each, by waiting: all runs complete.
var ball: int;

procedure Player(me: int)
  modifies ball;
{
  var n: int;

  n := 0;
  while (n < 3) {
    assume ball == me;
    ball := 1 - me;
    n := n + 1;
  }
}

procedure main()
  modifies ball;
{
  ball := 0;
  fork 0 Player(0);
  fork 1 Player(1);
  join 0;
  join 1;
}
