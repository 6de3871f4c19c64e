// `measure` clauses of loops and procedures are the proof that they end; a run does not need them.
// Where a loop is made of jumps, they stand in front of its first statement. A variable may have the name all the same.
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
  var measure: int;

  measure := 2;
again:
  measure measure;
  if (measure > 0) {
    measure := measure - 1;
    goto again;
  }
  i := 3;
  while (i > 0)
    invariant i >= 0;
    measure {:layer 1} i, 0;
  {
    call Down(i);
    i := i - 1;
  }
}
