// Hand over hand from opposite ends: the walkers meet, each holding what the other wants next.
var lock: [int]bool;

procedure Walker(from: int, step: int)
  modifies lock;
{
  var at: int;

  at := from;
  atomic { assume !lock[at]; lock[at] := true; }
  while (at + step >= 0 && at + step < 3) {
    atomic { assume !lock[at + step]; lock[at + step] := true; }
    lock[at] := false;
    at := at + step;
  }
  lock[at] := false;
}

procedure main()
  modifies lock;
{
  lock[0] := false;
  lock[1] := false;
  lock[2] := false;
  fork 1 Walker(0, 1);
  fork 2 Walker(2, -1);
  join 1;
  join 2;
}
