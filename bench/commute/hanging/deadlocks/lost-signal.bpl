// Near miss of terminating/monitors/condition-2.bpl: the sleeper gives the lock back before it says that it sleeps.
//
// Hangs if n > 0: the last signal may come in between, and is then thrown away.
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
  while (items < n) {
    locked := false;
    signalled := false;
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
  fork 2 Sleeper();
}
