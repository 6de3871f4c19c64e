// One thread adds up elements of a map that nobody has assigned, and another one writes down what it sees, for ever. The sum may be
// anything; with some map, some run can be told.
var elements: [int]int;
var seen: [int]int;
var count: int;
var sum: int;

procedure Add()
  modifies sum;
{
  var i: int;
  i := 0;
  while (i < count) {
    sum := sum + elements[i];
    i := i + 1;
  }
}

procedure Note()
  modifies seen;
{
  while (*) {
    seen[sum] := elements[sum];
  }
}

procedure main()
  modifies sum, seen;
{
  sum := 0;
  fork 1 Add();
  fork 2 Note();
}
