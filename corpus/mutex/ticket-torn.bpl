// The ticket lock with a ticket counter that is read and raised in two steps: two threads can draw the same ticket,
// and then either both are served at once (the assertion fails), or the last ticket is never served.
var next: int;
var serving: int;
var inside: int;

procedure Thread()
  modifies next, serving, inside;
{
  var mine: int;

  mine := next;
  next := mine + 1;
  assume serving == mine;
  inside := inside + 1;
  assert inside == 1;
  inside := inside - 1;
  serving := serving + 1;
}

procedure main()
  modifies next, serving, inside;
{
  next, serving, inside := 0, 0, 0;
  fork 1 Thread();
  fork 2 Thread();
  join 1;
  join 2;
}
