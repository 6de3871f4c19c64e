// A constant cannot be assigned to.
const N: int;
axiom N == 3;

procedure main()
{
  N := 4;
}
