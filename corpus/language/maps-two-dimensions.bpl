// A map with two indices, and a map of maps: assignments change one element and leave the others.
var grid: [int, int]int;
var rows: [int][bool]int;

procedure main()
  modifies grid, rows;
{
  grid[0, 0] := 1;
  grid[0, 1] := 2;
  grid[1, 0] := 3;
  rows[0][true] := 4;
  rows[0][false] := 5;
  grid[0, 1] := grid[0, 0] + grid[1, 0];
  rows[0][true] := rows[0][true] + grid[0, 1];
  assert grid[0, 0] == 1 && grid[0, 1] == 4 && grid[1, 0] == 3;
  assert rows[0][true] == 8 && rows[0][false] == 5;
}
