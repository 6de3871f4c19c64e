// One element of the map was assigned, another one is looked at.
var a: [int]int;

procedure main()
  modifies a;
{
  a[0] := 0;
  assume a[1] == 0;
}
