// Peterson's algorithm where each gives the turn to itself: whoever sets it second goes on although the other is in.
// The assertion of mutual exclusion fails.
var flag: [int]bool;
var turn: int;
var inside: int;

procedure Thread(me: int)
  modifies flag, turn, inside;
{
  flag[me] := true;
  turn := me;
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
