// A havoc with the assume that follows it chooses from a range, in one step; the second choice depends on the first.
procedure main()
{
  var a, b: int;

  havoc a;
  assume 1 <= a && a <= 3;
  havoc b;
  assume a < b && b <= 4;
  while (a < b) {
    a := a + 1;
  }
  assert a == b && 2 <= a && a <= 4;
}
