// Each thread starts the next one, three times over, and ends: all runs complete.
var last: bool;

procedure Runner(n: int)
  modifies last;
{
  if (n > 0) {
    call {:async} Runner(n - 1);
  } else {
    last := true;
  }
}

procedure main()
  modifies last;
{
  last := false;
  call {:async} Runner(3);
  assume last;
}
