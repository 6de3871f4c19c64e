// Two threads, one after the other, each when it is its turn, fill a counter and empty it again.
// Were two of them at work at the same time, one could fill what the other empties.
//
// Terminates: only the thread whose turn it is touches x, and it passes the turn on behind its loop.
// Ranking function of each loop: x, as long as turn == me.
const n: int;

var turn: int;
var x: int;

procedure Worker(me: int)
  modifies turn, x;
{
  assume turn == me;
  x := n;
  while (x > 0) {
    x := x - 1;
  }
  turn := turn + 1;
}

procedure main()
  modifies turn, x;
{
  turn := 1;
  fork 1 Worker(1);
  fork 2 Worker(2);
}
