// The map's index is an integer.
var a: [int]int;

procedure main()
  modifies a;
{
  a[true] := 1;
}
