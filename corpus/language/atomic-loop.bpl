// An atomic block with a loop holds the scheduler: others see the sum before it or after it, never in between.
var sum: int;

procedure Adder()
  modifies sum;
{
  var i: int;

  i := 0;
  atomic {
    while (i < 3) {
      i := i + 1;
      sum := sum + i;
    }
  }
}

procedure main()
  modifies sum;
{
  sum := 0;
  fork 1 Adder();
  fork 2 Adder();
  assert sum == 0 || sum == 6 || sum == 12;
  join 1;
  join 2;
  assert sum == 12;
}
