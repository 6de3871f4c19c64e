// The simplest wait: a blocked thread takes no steps, so there is no infinite run even without fairness.
var go: bool;

procedure Waiter()
{
  assume go;
}

procedure main()
  modifies go;
{
  go := false;
  fork 1 Waiter();
  go := true;
  join 1;
}
