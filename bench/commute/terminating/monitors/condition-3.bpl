// A monitor with a condition variable: two threads deposit n items each and signal each time, another one sleeps until
// all are there, and looks again each time it is woken.
//
// Terminates: the loops of those who deposit count to n, and whoever sleeps is woken by a signal given after it fell
// asleep, of which there are finitely many. As long as items are missing, somebody has yet to signal.
// Ranking functions: n - i; for the sleeper, the number of items that are missing when it falls asleep.
const n: int;

var locked: bool;
var signalled: bool;
var items: int;

procedure Depositor()
  modifies locked, signalled, items;
{
  var i: int;

  i := 0;
  while (i < n) {
    atomic { assume !locked; locked := true; }
    items := items + 1;
    signalled := true;
    locked := false;
    i := i + 1;
  }
}

procedure Sleeper()
  modifies locked, signalled;
{
  atomic { assume !locked; locked := true; }
  while (items < n + n) {
    atomic { signalled := false; locked := false; }
    assume signalled;
    atomic { assume !locked; locked := true; }
  }
  locked := false;
}

procedure main()
  modifies locked, signalled, items;
{
  locked, signalled, items := false, false, 0;
  fork 1 Depositor();
  fork 2 Depositor();
  fork 3 Sleeper();
}
