// Two consumers that do not look again after they were woken, and a producer that wakes both: the second one takes an
// item that is not there. The assertion in it fails.
var items: int;
var asleep: [int]bool;

procedure Consumer(me: int)
  modifies items, asleep;
{
  atomic {
    if (items == 0) {
      asleep[me] := true;
    }
  }
  assume !asleep[me];
  atomic { assert items > 0; items := items - 1; }
}

procedure Producer()
  modifies items, asleep;
{
  var made: int;

  made := 0;
  while (made < 2) {
    atomic {
      items := items + 1;
      asleep[1] := false;
      asleep[2] := false;
    }
    made := made + 1;
  }
}

procedure main()
  modifies items, asleep;
{
  items := 0;
  asleep[1] := false;
  asleep[2] := false;
  fork 0 Producer();
  fork 1 Consumer(1);
  fork 2 Consumer(2);
  join 0;
  join 1;
  join 2;
}
