// Peterson's algorithm in endless loops, the wait and the critical section marked as sections.
// The program never ends, but whoever waits can get in and whoever is in can get out.
var flag: [int]bool;
var turn: int;
var inside: int;

procedure Thread(me: int)
  modifies flag, turn, inside;
{
  while (true) {
    flag[me] := true;
    turn := 1 - me;
    assume {:unhang_begin "trying"} true;
    while (flag[1 - me] && turn == 1 - me) {
    }
    assume {:unhang_end "trying"} true;
    assume {:unhang_begin "critical"} true;
    inside := inside + 1;
    assert inside == 1;
    inside := inside - 1;
    assume {:unhang_end "critical"} true;
    flag[me] := false;
  }
}

procedure main()
  modifies flag, turn, inside;
{
  flag[0] := false;
  flag[1] := false;
  turn, inside := 0, 0;
  fork 0 Thread(0);
  fork 1 Thread(1);
}
