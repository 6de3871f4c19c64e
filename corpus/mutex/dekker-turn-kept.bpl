// Dekker's algorithm without the handing over of the turn at the exit: a thread that has withdrawn waits for a turn
// that nobody gives to it any more, and spins for ever.
var flag: [int]bool;
var turn: int;

procedure Thread(me: int)
  modifies flag;
{
  flag[me] := true;
  while (flag[1 - me]) {
    if (turn != me) {
      flag[me] := false;
      while (turn != me) {
      }
      flag[me] := true;
    }
  }
  flag[me] := false;
}

procedure main()
  modifies flag, turn;
{
  flag[0] := false;
  flag[1] := false;
  turn := 0;
  fork 0 Thread(0);
  fork 1 Thread(1);
  join 0;
  join 1;
}
