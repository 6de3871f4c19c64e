// `call forall` is for lemmas, not for programs that run.
procedure Lemma(n: int)
{
}

procedure main()
{
  call forall Lemma(*);
}
