// An assertion is taken to hold, and the loop behind it goes on for ever because it does: the number that it asks for stays what it was.

var number: int;

procedure main()
{
  fork 1 waiter();
  fork 2 waiter();
}

procedure waiter()
{
  assert number > 0;
  while (number != 0) { }
}
