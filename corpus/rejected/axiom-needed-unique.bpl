// The axiom fixes A, and B must be different from it.
function f(k: int): bool;
const unique A, B: int;
axiom 0 <= B && B <= 1;
axiom (forall k: int :: f(k) <==> k == 0);
axiom f(A);

procedure main()
{
  assert B != 7;
}
