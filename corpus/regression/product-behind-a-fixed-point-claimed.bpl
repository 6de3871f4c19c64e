// A loop that comes to rest after its first turn, at a number that depends on a product. To a prover a product is any number, and so it claimed
// that the loop is at rest from the beginning; the state that it comes from is another one.
axiom {:unhang_lowered} {:unhang_start "main"} true;
var product: int;
var copy: int;

procedure main()
{
  var factor: int;
n0:
  product, copy, factor := 0, 1, 2;
  goto n2;
n1:
  return;
n2:
  product := copy * factor mod 3;
  goto n3;
n3:
  copy := product;
  goto n3;
}
