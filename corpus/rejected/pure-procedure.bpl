// Civl has procedures that are pure, among other declarations.
pure procedure Lemma(n: int);

procedure main()
{
}
