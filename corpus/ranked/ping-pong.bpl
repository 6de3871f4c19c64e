// Two threads pass a token to and fro by two semaphores, as often as nobody knows. Which of them is ahead makes no difference to which one ends,
// and the paper's modes, or threads that change places, find that out sooner than the engine's own way.
var full: int;
var empty: int;
var turns: int;

procedure Ping()
  modifies full, empty;
{
  var turn: int;
  turn := 0;
  while (turn < turns) {
    atomic { assume empty > 0; empty := empty - 1; }
    full := full + 1;
    turn := turn + 1;
  }
}

procedure Pong()
  modifies full, empty;
{
  var turn: int;
  turn := 0;
  while (turn < turns) {
    atomic { assume full > 0; full := full - 1; }
    empty := empty + 1;
    turn := turn + 1;
  }
}

procedure main()
  modifies full, empty;
{
  empty := 1;
  full := 0;
  fork 1 Ping();
  fork 2 Pong();
}
