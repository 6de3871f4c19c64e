// Peterson's algorithm with its first two assignments in the wrong order.
// Both can get in: one sets the turn, the other goes all the way through before the first has raised its flag.
var flag: [int]bool;
var turn: int;
var inside: int;

procedure Thread(me: int)
  modifies flag, turn, inside;
{
  turn := 1 - me;
  flag[me] := true;
  assume !flag[1 - me] || turn == me;
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
