// `measure` clauses of loops and procedures are the proof that they end; a run does not need them.
procedure Down(n: int)
  requires 0 <= n;
  measure n;
{
  if (n > 0) {
    call Down(n - 1);
  }
}

procedure main()
{
  var i: int;

  i := 3;
  while (i > 0)
    invariant i >= 0;
    measure {:layer 1} i, 0;
  {
    call Down(i);
    i := i - 1;
  }
}
