// A thread decreases x in steps whose size another thread increases.
//
// Terminates: the step is at least 1 at the beginning and never gets smaller.
// Ranking functions: x, with the invariant step >= 1, and k.
var x: int;
var step: int;

procedure Walker()
  modifies x;
{
  while (x > 0) {
    x := x - step;
  }
}

procedure Accelerator(n: int)
  modifies step;
{
  var k: int;

  k := n;
  while (k > 0) {
    step := step + 1;
    k := k - 1;
  }
}

procedure main(n: int)
  modifies x, step;
{
  assume step >= 1;
  fork 1 Walker();
  fork 2 Accelerator(n);
}
