// A buffer with one place, one producer of two items and two consumers of one, who all wait on the same condition
// variable and signal one waiter each (an atomic block stands for what is done under the mutex). A consumer's signal
// can wake the other consumer instead of the producer; that one finds nothing, waits again, and now all wait for ever.
var full: bool;
var asleep: [int]bool;

procedure Signal()
  modifies asleep;
{
  if (*) {
    assume asleep[0];
    asleep[0] := false;
  } else if (*) {
    assume asleep[1];
    asleep[1] := false;
  } else if (*) {
    assume asleep[2];
    asleep[2] := false;
  } else {
    assume !asleep[0] && !asleep[1] && !asleep[2];
  }
}

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
        call Signal();
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
        call Signal();
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
