// Unique constants of type int are assumed to be different: with two values for two constants both orders occur, and
// in none are they equal.
const unique a, b: int;
axiom 0 <= a && a <= 1 && 0 <= b && b <= 1;

procedure main()
{
  assert a != b;
  assert a + b == 1;
}
