// The MCS queue lock with a slip for two threads: a thread links itself in before it marks its node as locked.
// The predecessor may hand over in between; the mark then stays, and its owner spins for ever.
var tail: int;
var next: [int]int;
var locked: [int]bool;

procedure Thread(me: int)
  modifies tail, next, locked;
{
  var pred: int;
  var last: bool;

  next[me] := 0;
  pred, tail := tail, me;
  if (pred != 0) {
    next[pred] := me;
    locked[me] := true;
    while (locked[me]) {
    }
  }
  atomic {
    last := tail == me;
    if (last) {
      tail := 0;
    }
  }
  if (!last) {
    while (next[me] == 0) {
    }
    locked[next[me]] := false;
  }
}

procedure main()
  modifies tail, next, locked;
{
  tail := 0;
  fork 1 Thread(1);
  fork 2 Thread(2);
  join 1;
  join 2;
}
