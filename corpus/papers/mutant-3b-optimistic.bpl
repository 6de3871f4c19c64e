// In the spirit of MUTANT, figure 3b (clients of an optimistic list), with a list so small that one bit says whether a
// neighbour is there: the first thread's insertion validates that the place has not changed, the second one adds and
// removes the neighbour as long as the first has not succeeded. It can fail for ever: the place differs at each look.
var neighbour: bool;
var inserted: bool;
var flag: bool;

procedure Thread1()
  modifies inserted, flag;
{
  var seen: bool;

  while (!inserted) {
    seen := neighbour;
    atomic {
      if (seen == neighbour) {
        inserted := true;
      }
    }
  }
  flag := false;
}

procedure Thread2()
  modifies neighbour;
{
  while (flag) {
    if (*) {
      neighbour := true;
    } else {
      neighbour := false;
    }
  }
}

procedure main()
  modifies neighbour, inserted, flag;
{
  neighbour, inserted, flag := false, false, true;
  fork 1 Thread1();
  fork 2 Thread2();
  join 1;
  join 2;
}
