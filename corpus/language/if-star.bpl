// The choice of `if (*)` is made by the first step of the branch: the thread is not caught in the branch that cannot go
// on, and both sums occur, neither of which fails the assertion.
var x: int;

procedure main()
  modifies x;
{
  x := 0;
  if (*) {
    assume false;
  } else if (*) {
    x := x + 1;
  } else {
    x := x + 2;
  }
  assert x == 1 || x == 2;
}
