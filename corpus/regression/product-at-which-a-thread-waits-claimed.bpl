// A thread that waits for a product to be zero, in the text form. To a prover the product is any number, and so it claimed a run in which the
// thread waits for ever; but the run knows the product, which is zero, and the checker rejected it.
axiom {:unhang_lowered} {:unhang_start "main"} true;
var factor: int;
var product: int;

procedure main()
{
n0:
  factor := 0;
  goto n1;
n1:
  product := factor * factor mod 2;
  goto n2;
n2:
  assume product == 0;
  goto n3;
n3:
  return;
}
