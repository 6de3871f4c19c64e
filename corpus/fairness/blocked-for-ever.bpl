// One thread runs for ever, another is blocked for ever: an infinite run, which is fair because the blocked thread is
// never enabled. Not a deadlock, because somebody can always step.
var bit: bool;

procedure Runner()
  modifies bit;
{
  while (true) {
    bit := !bit;
  }
}

procedure Blocked()
{
  assume false;
}

procedure main()
  modifies bit;
{
  bit := false;
  fork 1 Runner();
  fork 2 Blocked();
}
