// A thread computes for ever while it holds a lock and another one waits for it: the wait can never end.
var lock: bool;
var work: bool;

procedure Holder()
  modifies lock, work;
{
  atomic { assume !lock; lock := true; }
  while (true) {
    work := !work;
  }
}

procedure main()
  modifies lock, work;
{
  lock, work := false, false;
  fork 1 Holder();
  atomic { assume !lock; lock := true; }
  lock := false;
}
