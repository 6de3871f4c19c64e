// A thread counts x down, or takes it down to a ceiling that another thread lowers, where it is above it.
//
// Terminates: either way x gets smaller, since the ceiling does not rise after it was looked at.
// Ranking functions: x, and ceiling.
var x: int;
var ceiling: int;

procedure Walker()
  modifies x;
{
  while (x > 0) {
    if (x > ceiling) {
      x := ceiling;
    } else {
      x := x - 1;
    }
  }
}

procedure Lowering()
  modifies ceiling;
{
  while (ceiling > 0) {
    ceiling := ceiling - 1;
  }
}

procedure main()
  modifies x, ceiling;
{
  fork 1 Walker();
  fork 2 Lowering();
}
