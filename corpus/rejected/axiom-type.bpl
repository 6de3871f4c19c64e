// An axiom is a boolean.
const N: int;
axiom N + 1;

procedure main()
{
}
