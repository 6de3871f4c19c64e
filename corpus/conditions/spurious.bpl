// A condition variable that may wake its waiter for no reason: the loop around the wait makes up for it, but the waiter
// may go round for ever if nobody else is scheduled.
var mutex: bool;
var ready: bool;

procedure Waiter()
  modifies mutex;
{
  atomic { assume !mutex; mutex := true; }
  while (!ready) {
    mutex := false;
    atomic { assume !mutex; mutex := true; }
  }
  mutex := false;
}

procedure Setter()
  modifies ready;
{
  ready := true;
}

procedure main()
  modifies mutex, ready;
{
  mutex, ready := false, false;
  fork 1 Waiter();
  fork 2 Setter();
  join 1;
  join 2;
}
