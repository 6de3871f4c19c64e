// The same, but the setter needs the mutex, which is free only now and then: a strongly fair scheduler must let it in,
// a weakly fair one need not.
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
  modifies mutex, ready;
{
  atomic { assume !mutex; mutex := true; }
  ready := true;
  mutex := false;
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
