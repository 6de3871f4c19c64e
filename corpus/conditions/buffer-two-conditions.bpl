// The same buffer with two condition variables, one for the producer and one for the consumers: a signal reaches
// somebody who can use it, so nobody is left asleep and all runs complete.
var full: bool;
var asleep: [int]bool;

procedure SignalProducer()
  modifies asleep;
{
  asleep[0] := false;
}

procedure SignalConsumer()
  modifies asleep;
{
  if (*) {
    assume asleep[1];
    asleep[1] := false;
  } else if (*) {
    assume asleep[2];
    asleep[2] := false;
  } else {
    assume !asleep[1] && !asleep[2];
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
        call SignalConsumer();
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
        call SignalProducer();
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
