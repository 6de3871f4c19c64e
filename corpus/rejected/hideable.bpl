// Axioms that a verifier does not always see.
const N: int uses {
  hideable axiom N == 3;
}

procedure main()
{
}
