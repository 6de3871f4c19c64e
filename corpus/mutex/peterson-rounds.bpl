// Peterson's algorithm with waiting instead of spinning, three rounds each.
// One of two waiting threads always has the turn, so there is no deadlock, and nothing repeats: all runs complete.
var flag: [int]bool;
var turn: int;
var inside: int;

procedure Thread(me: int)
  modifies flag, turn, inside;
{
  var round: int;

  round := 0;
  while (round < 3) {
    flag[me] := true;
    turn := 1 - me;
    assume !flag[1 - me] || turn == me;
    inside := inside + 1;
    assert inside == 1;
    inside := inside - 1;
    flag[me] := false;
    round := round + 1;
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
  join 0;
  join 1;
}
