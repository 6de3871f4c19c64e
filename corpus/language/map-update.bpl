// A map update in an expression makes a new map; assigning a map copies it, and changing the copy leaves the original.
var a, b: [int]int;

procedure main()
  modifies a, b;
{
  a[0] := 1;
  a[1] := 2;
  b := a[0 := 5];
  assert a[0] == 1 && b[0] == 5 && b[1] == 2;
  a[1] := b[0];
  assert a[1] == 5 && b[1] == 2;
}
