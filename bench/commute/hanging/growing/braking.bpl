// Near miss of terminating/sequential/step-size.bpl: the other thread makes the step smaller, beyond zero.
//
// Hangs if the step is small and x is large: the step becomes negative while x is still positive, and then x grows for
// ever.
var x: int;
var step: int;

procedure Walker()
  modifies x;
{
  while (x > 0) {
    x := x - step;
  }
}

procedure Brake(n: int)
  modifies step;
{
  var k: int;

  k := n;
  while (k > 0) {
    step := step - 1;
    k := k - 1;
  }
}

procedure main(n: int)
  modifies x, step;
{
  assume step >= 1;
  fork 1 Walker();
  fork 2 Brake(n);
}
