// The sum of the numbers so far is never negative.
var number: int;
var sum: int;

procedure main()
modifies number, sum;
{
  number, sum := 0, 0;
  while (sum >= 0) {
    sum := sum + number;
    number := number + 1;
  }
}
