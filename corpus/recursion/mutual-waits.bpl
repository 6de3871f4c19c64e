// Two threads, each in a recursion of depth 2, hand a token to each other at every level: all runs complete.
var token: int;

procedure Climb(me: int, n: int)
  modifies token;
{
  if (n > 0) {
    assume token == me;
    token := 1 - me;
    call Climb(me, n - 1);
  }
}

procedure main()
  modifies token;
{
  token := 0;
  fork 0 Climb(0, 2);
  fork 1 Climb(1, 2);
  join 0;
  join 1;
}
