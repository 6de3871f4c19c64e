// Each thread has its own `seen`, and so it is no global variable.
var {:thread_local} seen: bool;

procedure Worker()
{
  seen := true;
}

procedure main()
{
  seen := false;
  fork 1 Worker();
  join 1;
  assert !seen;
}
