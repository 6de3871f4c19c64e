// Three threads in a ring pass something on as long as there is some; nobody throws anything away.
//
// Hangs if all three have something.
var x: int;
var y: int;
var z: int;

procedure First()
  modifies x, y;
{
  while (x > 0) {
    x, y := x - 1, y + 1;
  }
}

procedure Second()
  modifies y, z;
{
  while (y > 0) {
    y, z := y - 1, z + 1;
  }
}

procedure Third()
  modifies x, z;
{
  while (z > 0) {
    z, x := z - 1, x + 1;
  }
}

procedure main()
  modifies x, y, z;
{
  fork 1 First();
  fork 2 Second();
  fork 3 Third();
}
