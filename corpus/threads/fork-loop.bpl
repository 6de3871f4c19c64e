// Threads started and joined in loops, with the loop counter as id and argument.
var sum: int;

procedure Add(n: int)
  modifies sum;
{
  sum := sum + n;
}

procedure main()
  modifies sum;
{
  var i: int;

  sum, i := 0, 0;
  while (i < 4) {
    fork i Add(i);
    i := i + 1;
  }
  while (i > 0) {
    i := i - 1;
    join i;
  }
  assert sum == 6;
}
