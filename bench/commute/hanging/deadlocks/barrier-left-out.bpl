// Near miss of terminating/barriers/barrier-3.bpl: a thread that has nothing to do does not go to the barrier.
//
// Hangs if one of the numbers is positive and another one is not.
var arrived: int;

procedure Worker(n: int)
  modifies arrived;
{
  var i: int;

  i := n;
  if (i > 0) {
    while (i > 0) {
      i := i - 1;
    }
    arrived := arrived + 1;
    assume arrived == 3;
  }
}

procedure main(n1: int, n2: int, n3: int)
  modifies arrived;
{
  arrived := 0;
  fork 1 Worker(n1);
  fork 2 Worker(n2);
  fork 3 Worker(n3);
}
