// Precedence and the rarer connectives: implication to the right, equivalence, explies, nested negation.
procedure main()
{
  var a, b: bool;

  havoc a, b;
  assert (a ==> b) <==> (!a || b);
  assert (a <== b) <==> (b ==> a);
  assert a ==> b ==> a;
  assert !(a && b) <==> !a || !b;
  assert 2 + 3 * 4 - 1 == 13;
  assert 10 - 3 - 2 == 5;
  assert - 2 < 0 && - - 2 == 2;
}
