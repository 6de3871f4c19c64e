// The predicate is set and the signal sent without the mutex: they can fall between the waiter's look at the predicate
// and its wait, and then it waits for ever.
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
  modifies waiting, ready;
{
  ready := true;
  waiting := false;
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
