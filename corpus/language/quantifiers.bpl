// Quantifiers over finitely many values: integers between constant bounds, booleans, narrow machine integers.
var taken: [int]bool;

procedure main()
  modifies taken;
{
  var i: int;

  i := 0;
  while (i < 4) {
    taken[i] := i != 2;
    i := i + 1;
  }
  assert (exists j: int :: 0 <= j && j < 4 && !taken[j]);
  assert !(forall j: int :: 0 <= j && j < 4 ==> taken[j]);
  assert (forall j, k: int :: 0 <= j && j < 4 && 0 <= k && k < 4 ==> j == k || taken[j] || taken[k]);
  assert (forall b: bool :: b || !b);
  assert (exists n: bv3 :: n == 6bv3);
  assume (forall j: int :: 0 <= j && j < 2 ==> taken[j]);
}
