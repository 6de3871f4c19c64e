// A latch whose count is read and written in two steps: one of two counts can get lost, and main waits for ever.
var count: int;

procedure Worker()
  modifies count;
{
  var seen: int;

  seen := count;
  count := seen - 1;
}

procedure main()
  modifies count;
{
  count := 2;
  call {:async} Worker();
  call {:async} Worker();
  assume count == 0;
}
