// Near miss of terminating/barriers/cyclic-barrier-2.bpl: rounds are not counted. Threads wait until both have arrived,
// but the last one starts the count again before the other one has seen it.
//
// Hangs if n > 0: the other one waits for a number that has been taken back.
const n: int;

var arrived: int;

procedure Worker()
  modifies arrived;
{
  var i: int;

  i := 0;
  while (i < n) {
    atomic {
      arrived := arrived + 1;
      if (arrived == 2) {
        arrived := 0;
        i := i + 1;
        goto next;
      }
    }
    assume arrived == 2;
    i := i + 1;
  next:
  }
}

procedure main()
  modifies arrived;
{
  arrived := 0;
  fork 1 Worker();
  fork 2 Worker();
}
