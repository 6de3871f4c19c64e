// A thread waits for a number that the counter never has: it counts by threes.
var count: int;

procedure waiter()
{
  assume count == 7;
}

procedure main()
modifies count;
{
  count := 0;
  fork 1 waiter();
  while (true) {
    count := count + 3;
  }
}
