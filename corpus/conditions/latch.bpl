// A latch that is counted down by two workers and opens for main at zero: all runs complete.
var count: int;

procedure Worker()
  modifies count;
{
  count := count - 1;
}

procedure main()
  modifies count;
{
  count := 2;
  call {:async} Worker();
  call {:async} Worker();
  assume count == 0;
}
