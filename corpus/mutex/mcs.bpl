// The MCS queue lock (Mellor-Crummey and Scott) for three threads, entering once each; node 0 means none.
// Every thread spins on its own node until its predecessor hands over, and a leaving thread spins until its successor,
// which has already swapped the tail, has linked itself in: a fair scheduler ends both.
var tail: int;
var next: [int]int;
var locked: [int]bool;
var inside: int;

procedure Thread(me: int)
  modifies tail, next, locked, inside;
{
  var pred: int;
  var last: bool;

  next[me] := 0;
  pred, tail := tail, me;
  if (pred != 0) {
    locked[me] := true;
    next[pred] := me;
    while (locked[me]) {
    }
  }
  inside := inside + 1;
  assert inside == 1;
  inside := inside - 1;
  if (next[me] == 0) {
    atomic {
      last := tail == me;
      if (last) {
        tail := 0;
      }
    }
    if (last) {
      return;
    }
    while (next[me] == 0) {
    }
  }
  locked[next[me]] := false;
}

procedure main()
  modifies tail, next, locked, inside;
{
  tail, inside := 0, 0;
  fork 1 Thread(1);
  fork 2 Thread(2);
  fork 3 Thread(3);
  join 1;
  join 2;
  join 3;
  assert tail == 0;
}
