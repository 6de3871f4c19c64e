// One element of the map was assigned, another one is looked at: it may have any value, one with which nothing goes on too. What an assertion or a run without end would need is not in sight.
var a: [int]int;

procedure main()
  modifies a;
{
  a[0] := 0;
  assume a[1] == 0;
}
