// Near miss of terminating/turns/turns-5.bpl: whoever finds nothing to do does not pass the turn on.
//
// Hangs if n <= 0: the first thread leaves, and the others wait for their turn for ever.
const n: int;

var turn: int;
var x: int;

procedure Worker(me: int)
  modifies turn, x;
{
  assume turn == me;
  x := n;
  if (x > 0) {
    while (x > 0) {
      x := x - 1;
    }
    turn := turn + 1;
  }
}

procedure main()
  modifies turn, x;
{
  turn := 1;
  fork 1 Worker(1);
  fork 2 Worker(2);
  fork 3 Worker(3);
  fork 4 Worker(4);
  fork 5 Worker(5);
}
