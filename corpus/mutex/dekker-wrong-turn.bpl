// Dekker's algorithm with the turn handed to oneself at the exit: the same hang as if it were kept.
// With waiting in place of the inner spinning it is a deadlock, because the waiting thread is blocked; the outer loop
// still spins while the other thread is inside, which a fair scheduler ends.
var flag: [int]bool;
var turn: int;

procedure Thread(me: int)
  modifies flag, turn;
{
  flag[me] := true;
  while (flag[1 - me]) {
    if (turn != me) {
      flag[me] := false;
      assume turn == me;
      flag[me] := true;
    }
  }
  turn := me;
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
