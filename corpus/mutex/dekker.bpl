// Dekker's algorithm, each thread entering once: when both want in, the one without the turn withdraws and waits.
// The turn is handed over at the exit, so the waiting thread goes on under any fair scheduler.
var flag: [int]bool;
var turn: int;
var inside: int;

procedure Thread(me: int)
  modifies flag, turn, inside;
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
  inside := inside + 1;
  assert inside == 1;
  inside := inside - 1;
  turn := 1 - me;
  flag[me] := false;
}

procedure main()
  modifies flag, turn, inside;
{
  flag[0] := false;
  flag[1] := false;
  turn, inside := 0, 0;
  fork 0 Thread(0);
  fork 1 Thread(1);
  join 0;
  join 1;
}
