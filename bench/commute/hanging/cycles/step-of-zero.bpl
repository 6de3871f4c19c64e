// Near miss of terminating/sequential/step-size.bpl: the step may be zero at the beginning, and the other thread makes
// it larger only if it is asked to.
//
// Hangs if x > 0, step == 0 and n <= 0.
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
  assume step >= 0;
  fork 1 Walker();
  fork 2 Accelerator(n);
}
