// In a parallel assignment all right sides, and all indices on the left, are evaluated before anything changes.
var a: [int]int;

procedure main()
  modifies a;
{
  var i, j: int;

  i, j := 1, 2;
  i, j := j, i;
  assert i == 2 && j == 1;
  a[0] := 7;
  a[1] := 8;
  i, a[i - 1] := 0, a[0];
  assert i == 0 && a[1] == 7 && a[0] == 7;
}
