// A future whose producer may end without setting it: the reader then waits for ever.
var set: bool;

procedure Compute()
  modifies set;
{
  if (*) {
    set := true;
  }
}

procedure main()
  modifies set;
{
  set := false;
  fork 1 Compute();
  assume set;
  join 1;
}
