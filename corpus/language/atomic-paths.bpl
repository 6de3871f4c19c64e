// An atomic block with several paths and no loops: each path is one step with the whole path's condition as its guard.
// Nobody sees x and y differ, and the second block waits in front until one of its paths can be gone through.
var x, y: int;
var mode: int;

procedure Writer()
  modifies x, y, mode;
{
  atomic {
    if (*) {
      x := 1;
      y := 1;
    } else {
      x := 2;
      y := 2;
    }
  }
  mode := x;
}

procedure Reader()
{
  var seen: int;

  assert x == y;
  atomic {
    if (*) {
      assume mode == 1;
      seen := 10;
    } else {
      assume mode == 2;
      seen := 20;
    }
  }
  assert seen == 10 * x && x == y;
}

procedure main()
  modifies x, y, mode;
{
  x, y, mode := 0, 0, 0;
  fork 1 Writer();
  fork 2 Reader();
  join 1;
  join 2;
}
