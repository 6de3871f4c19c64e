// A signal is lost when nobody waits yet: the waiter does not look at anything before it waits.
// If the signal comes first, the waiter waits for ever.
var waiting: bool;

procedure Waiter()
  modifies waiting;
{
  waiting := true;
  assume !waiting;
}

procedure Signaller()
  modifies waiting;
{
  waiting := false;
}

procedure main()
  modifies waiting;
{
  waiting := false;
  fork 1 Waiter();
  fork 2 Signaller();
  join 1;
  join 2;
}
