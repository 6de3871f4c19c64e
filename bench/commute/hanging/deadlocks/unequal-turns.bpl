// Near miss of terminating/turns/ping-pong.bpl: each player counts its own turns.
//
// Hangs if the second player wants more turns than the first one, or the first one two more than the second.
var turn: int;

procedure Player(me: int, n: int)
  modifies turn;
{
  var i: int;

  i := n;
  while (i > 0) {
    assume turn == me;
    i := i - 1;
    turn := 1 - me;
  }
}

procedure main(n1: int, n2: int)
  modifies turn;
{
  turn := 0;
  fork 1 Player(0, n1);
  fork 2 Player(1, n2);
}
