// Two threads add up the same part of a map, from opposite ends, so that both have the same sum. Why the assertion holds is a fact
// about sums of maps, which no engine knows; why the program ends is easy to see. With --assume-assertions that is all that is asked.

var values: [int]int;
var first, second: int;
var size: int;

procedure main()
  modifies first, second;
{
  assume first == 0 && second == 0;
  fork 1 upwards();
  fork 2 downwards();
  join 1;
  join 2;
  assert first == second;
}

procedure upwards()
  modifies first;
{
  var i: int;
  i := 0;
  while (i < size) {
    first := first + values[i];
    i := i + 1;
  }
}

procedure downwards()
  modifies second;
{
  var i: int;
  i := size;
  while (i > 0) {
    i := i - 1;
    second := second + values[i];
  }
}
