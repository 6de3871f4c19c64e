// Two polite threads: each withdraws when it sees the other and tries again.
// They can withdraw and try again in step with each other for ever; at any time one of them could still get through.
var flag: [int]bool;
var inside: int;

procedure Thread(me: int)
  modifies flag, inside;
{
  flag[me] := true;
  while (flag[1 - me]) {
    flag[me] := false;
    flag[me] := true;
  }
  inside := inside + 1;
  assert inside == 1;
  inside := inside - 1;
  flag[me] := false;
}

procedure main()
  modifies flag, inside;
{
  inside := 0;
  flag[0] := false;
  flag[1] := false;
  fork 0 Thread(0);
  fork 1 Thread(1);
  join 0;
  join 1;
}
