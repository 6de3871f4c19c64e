// The same with a step before the assume: once taken, the branch is taken, and the thread waits there for ever.
var x: int;

procedure main()
  modifies x;
{
  x := 0;
  if (*) {
    x := 1;
    assume false;
  } else {
    x := 2;
  }
}
