// Two threads walk through three locks hand over hand: take the next one, release the last one. No deadlock.
var lock: [int]bool;

procedure Walker()
  modifies lock;
{
  var at: int;

  at := 0;
  atomic { assume !lock[0]; lock[0] := true; }
  while (at < 2) {
    atomic { assume !lock[at + 1]; lock[at + 1] := true; }
    lock[at] := false;
    at := at + 1;
  }
  lock[2] := false;
}

procedure main()
  modifies lock;
{
  lock[0] := false;
  lock[1] := false;
  lock[2] := false;
  fork 1 Walker();
  fork 2 Walker();
  join 1;
  join 2;
}
