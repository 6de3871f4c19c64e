// The buffer with one condition variable again, but everybody is woken at each change: those who cannot use it go back
// to sleep. Each change happens a bounded number of times, so all runs complete.
var full: bool;
var asleep: [int]bool;

procedure Producer(me: int)
  modifies full, asleep;
{
  var made: int;

  made := 0;
  while (made < 2) {
    atomic {
      if (full) {
        asleep[me] := true;
      } else {
        full := true;
        made := made + 1;
        asleep[0] := false;
        asleep[1] := false;
        asleep[2] := false;
      }
    }
    assume !asleep[me];
  }
}

procedure Consumer(me: int)
  modifies full, asleep;
{
  var eaten: int;

  eaten := 0;
  while (eaten < 1) {
    atomic {
      if (!full) {
        asleep[me] := true;
      } else {
        full := false;
        eaten := eaten + 1;
        asleep[0] := false;
        asleep[1] := false;
        asleep[2] := false;
      }
    }
    assume !asleep[me];
  }
}

procedure main()
  modifies full, asleep;
{
  full := false;
  asleep[0] := false;
  asleep[1] := false;
  asleep[2] := false;
  fork 0 Producer(0);
  fork 1 Consumer(1);
  fork 2 Consumer(2);
  join 0;
  join 1;
  join 2;
}
