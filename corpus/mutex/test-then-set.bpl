// A spin lock that tests in one step and sets in the next: two threads can both see it free.
// The assertion of mutual exclusion fails.
var locked: bool;
var inside: int;

procedure Thread()
  modifies locked, inside;
{
  assume !locked;
  locked := true;
  inside := inside + 1;
  assert inside == 1;
  inside := inside - 1;
  locked := false;
}

procedure main()
  modifies locked, inside;
{
  locked, inside := false, 0;
  fork 1 Thread();
  fork 2 Thread();
  join 1;
  join 2;
}
