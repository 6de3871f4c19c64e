// A map with two indices needs two indices.
var grid: [int, int]int;

procedure main()
  modifies grid;
{
  grid[1] := 2;
}
