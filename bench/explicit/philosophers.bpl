// SIZE philosophers eat as often as they like and take the lower fork first: one large component, from which the end is in reach.
const SIZE: int;
axiom SIZE == 8;

var fork: [int]int;

procedure Philosopher(me: int, first: int, second: int) modifies fork;
{
  while (*) {
    atomic { assume fork[first] == 0; fork[first] := me + 1; }
    atomic { assume fork[second] == 0; fork[second] := me + 1; }
    fork[second] := 0;
    fork[first] := 0;
  }
}

procedure main() modifies fork;
{
  var i: int;
  i := 0;
  while (i < SIZE) { fork[i] := 0; i := i + 1; }
  i := 0;
  while (i + 1 < SIZE) { fork i Philosopher(i, i, i + 1); i := i + 1; }
  fork i Philosopher(i, 0, i);
  i := 0;
  while (i < SIZE) { join i; i := i + 1; }
}
