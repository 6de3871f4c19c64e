// A semaphore with two permits whose release reads the count and writes it in two steps: both holders can read the same
// count and write the same sum. The permit that is missing in the end is seen by the assertion; nobody ever hangs.
var permits: int;

procedure Worker()
  modifies permits;
{
  var seen: int;

  atomic { assume permits > 0; permits := permits - 1; }
  seen := permits;
  permits := seen + 1;
}

procedure main()
  modifies permits;
{
  permits := 2;
  fork 1 Worker();
  fork 2 Worker();
  join 1;
  join 2;
  assert permits == 2;
}
