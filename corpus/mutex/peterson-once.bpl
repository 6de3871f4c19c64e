// Peterson's algorithm with busy waiting, each thread entering once.
// The waiting thread's condition falls for good once the other has left, so only an unfair scheduler keeps it spinning.
var flag: [int]bool;
var turn: int;
var inside: int;

procedure Thread(me: int)
  modifies flag, turn, inside;
{
  flag[me] := true;
  turn := 1 - me;
  while (flag[1 - me] && turn == 1 - me) {
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
