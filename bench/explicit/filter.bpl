// Peterson's filter lock for three threads, each of which enters SIZE times.
const SIZE: int;
axiom SIZE == 12;
const THREADS: int;
axiom THREADS == 3;

var level, last: [int]int;
var inside: int;

procedure Thread(me: int) modifies level, last, inside;
{
  var round, stage, other: int;
  round := 0;
  while (round < SIZE) {
    stage := 1;
    while (stage < THREADS) {
      level[me] := stage;
      last[stage] := me;
      other := 0;
      while (other < THREADS) {
        if (other != me) {
          while (level[other] >= stage && last[stage] == me) { }
        }
        other := other + 1;
      }
      stage := stage + 1;
    }
    inside := inside + 1;
    inside := inside - 1;
    level[me] := 0;
    round := round + 1;
  }
}

procedure main() modifies level, last, inside;
{
  inside := 0;
  level[0] := 0;
  level[1] := 0;
  level[2] := 0;
  last[1] := 0;
  last[2] := 0;
  fork 0 Thread(0);
  fork 1 Thread(1);
  fork 2 Thread(2);
  join 0;
  join 1;
  join 2;
}
