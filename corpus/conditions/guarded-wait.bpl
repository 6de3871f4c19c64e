// A condition variable used as it should be: predicate and mutex, a loop around the wait, a signal under the mutex.
// Either the waiter sees the predicate, or the signal finds it waiting: all runs complete.
var mutex: bool;
var waiting: bool;
var ready: bool;

procedure Waiter()
  modifies mutex, waiting;
{
  atomic { assume !mutex; mutex := true; }
  while (!ready) {
    waiting, mutex := true, false;
    assume !waiting;
    atomic { assume !mutex; mutex := true; }
  }
  mutex := false;
}

procedure Signaller()
  modifies mutex, waiting, ready;
{
  atomic { assume !mutex; mutex := true; }
  ready := true;
  waiting := false;
  mutex := false;
}

procedure main()
  modifies mutex, waiting, ready;
{
  mutex, waiting, ready := false, false, false;
  fork 1 Waiter();
  fork 2 Signaller();
  join 1;
  join 2;
}
