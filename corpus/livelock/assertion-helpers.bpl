// Two assertions that are checked while the program runs, each by a checker of its own that blocks nobody. A checker announces what it
// is about to read, so that others leave it alone; one that finds another's announcement takes it back for it and starts again.
// Both can take back each other's for ever. The values that they read are any integers.
var x: int;
var announced: int;

procedure Checker(me: int)
  modifies announced;
{
  var seen: int;
  var done: bool;

  done := false;
  while (!done) {
    announced := me;
    seen := x;
    if (announced == me) {
      atomic {
        if (announced == me) {
          announced := 0;
          done := true;
        }
      }
    }
  }
  assert seen == x;
}

procedure main()
  modifies x, announced;
{
  announced := 0;
  fork 1 Checker(1);
  fork 2 Checker(2);
  join 1;
  join 2;
}
