// Somebody doubles a number that may be anything, and counts how often; whoever waits for the number to be small again waits for ever.
//
// Hangs if the number is positive at first: it is multiplied in each turn, and the count is one more.
var x, count: int;

procedure Doubles()
  modifies x, count;
{
  while (x > 0) {
    x := 2 * x;
    count := count + 1;
  }
}

procedure main()
  modifies x, count;
{
  havoc x;
  count := 0;
  fork 1 Doubles();
  join 1;
}
