// Two threads take turns for ever: the program does not end, each single wait does.
var ball: int;

procedure Player(me: int)
  modifies ball;
{
  while (true) {
    assume ball == me;
    ball := 1 - me;
  }
}

procedure main()
  modifies ball;
{
  ball := 0;
  fork 0 Player(0);
  fork 1 Player(1);
}
