// With one thread, its own variable is as good as a global one.
var {:thread_local} seen: bool;

procedure main()
{
  seen := false;
  assert !seen;
}
