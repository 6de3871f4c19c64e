// A semaphore with one permit whose release reads the count and writes it in two steps: while the permit is out nobody
// else can change the count, so nothing goes wrong and all runs complete. (With two permits it does: see
// semaphore-lost-permit.)
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
  permits := 1;
  fork 1 Worker();
  fork 2 Worker();
  join 1;
  join 2;
  assert permits == 1;
}
