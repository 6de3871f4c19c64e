// Hyman's algorithm (1966), famous for being wrong: a thread may take the turn while the other, which has already seen
// that it has the turn, walks in. The assertion fails; without fairness there is a spinning run as well.
var flag: [int]bool;
var turn: int;
var inside: int;

procedure Thread(me: int)
  modifies flag, turn, inside;
{
  flag[me] := true;
  while (turn != me) {
    while (flag[1 - me]) {
    }
    turn := me;
  }
  inside := inside + 1;
  assert inside == 1;
  inside := inside - 1;
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
