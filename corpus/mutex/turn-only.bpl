// Strict alternation: a thread enters when it has the turn and then gives it away.
// One thread wants in twice, the other once: the second time nobody gives the turn back, and it waits for ever.
var turn: int;

procedure Thread(me: int, rounds: int)
  modifies turn;
{
  var round: int;

  round := 0;
  while (round < rounds) {
    assume turn == me;
    turn := 1 - me;
    round := round + 1;
  }
}

procedure main()
  modifies turn;
{
  turn := 0;
  fork 0 Thread(0, 3);
  fork 1 Thread(1, 1);
  join 0;
  join 1;
}
