// A goto with several targets puts the first steps of all branches at one location: the thread takes one that is
// enabled, here the only one whose assume holds, and never waits at the wrong one.
var x: int;

procedure main()
  modifies x;
{
  x := 3;
again:
  goto up, down, out;
up:
  assume x < 2;
  x := x + 1;
  goto again;
down:
  assume x > 2;
  x := x - 1;
  goto again;
out:
  assume x == 2;
  return;
}
