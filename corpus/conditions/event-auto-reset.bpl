// An event that resets itself when it lets a waiter through is set twice for two waiters; if both settings come
// before the first waiter, one of them is lost and a waiter waits for ever.
var event: bool;

procedure Waiter()
  modifies event;
{
  atomic { assume event; event := false; }
}

procedure main()
  modifies event;
{
  event := false;
  fork 1 Waiter();
  fork 2 Waiter();
  event := true;
  event := true;
  join 1;
  join 2;
}
