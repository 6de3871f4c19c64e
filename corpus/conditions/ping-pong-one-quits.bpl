// Two threads take turns, and one of them may stop playing with the ball in its hand: the other one waits for ever.
// There are infinite runs as well, in which nobody stops.
var ball: int;

procedure Stayer()
  modifies ball;
{
  while (true) {
    assume ball == 0;
    ball := 1;
  }
}

procedure Quitter()
  modifies ball;
{
  while (*) {
    assume ball == 1;
    ball := 0;
  }
}

procedure main()
  modifies ball;
{
  ball := 0;
  fork 0 Stayer();
  fork 1 Quitter();
}
