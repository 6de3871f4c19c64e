// Conjunction, disjunction, implication and the conditional look only at what they need: no division by zero happens.
procedure main()
{
  var d: int;

  d := 0;
  assert d == 0 || 1 div d == 1;
  assert !(d != 0 && 1 div d == 1);
  assert d != 0 ==> 1 div d == 1;
  assert (if d == 0 then 0 else 1 div d) == 0;
}
