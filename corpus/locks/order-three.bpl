// Three threads and three locks in a circle: each pair is harmless, all three together deadlock.
var lock: [int]bool;

procedure Pair(first: int, second: int)
  modifies lock;
{
  atomic { assume !lock[first]; lock[first] := true; }
  atomic { assume !lock[second]; lock[second] := true; }
  lock[second] := false;
  lock[first] := false;
}

procedure main()
  modifies lock;
{
  lock[0] := false;
  lock[1] := false;
  lock[2] := false;
  fork 0 Pair(0, 1);
  fork 1 Pair(1, 2);
  fork 2 Pair(2, 0);
  join 0;
  join 1;
  join 2;
}
