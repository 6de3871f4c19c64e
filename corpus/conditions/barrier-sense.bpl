// A sense-reversing barrier (Hensgen, Finkel and Manber) for two threads and two rounds, with busy waiting.
// Each round has a sense of its own, so a fast thread cannot overtake a slow one in it.
var count: int;
var sense: bool;
var phase: [int]int;

procedure Party(me: int)
  modifies count, sense, phase;
{
  var mine, last: bool;
  var round: int;

  mine, round := false, 0;
  while (round < 2) {
    phase[me] := round + 1;
    mine := !mine;
    atomic {
      count := count - 1;
      last := count == 0;
    }
    if (last) {
      count := 2;
      sense := mine;
    } else {
      while (sense != mine) {
      }
    }
    assert phase[1 - me] >= phase[me];
    round := round + 1;
  }
}

procedure main()
  modifies count, sense, phase;
{
  count, sense := 2, false;
  phase[0] := 0;
  phase[1] := 0;
  fork 0 Party(0);
  fork 1 Party(1);
  join 0;
  join 1;
}
