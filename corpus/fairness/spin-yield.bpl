// The simplest busy wait, with a yield in its body: it is an infinite run only if the other thread is never scheduled.
var go: bool;

procedure Spinner()
{
  while (!go) {
    yield;
  }
}

procedure main()
  modifies go;
{
  go := false;
  fork 1 Spinner();
  go := true;
  join 1;
}
