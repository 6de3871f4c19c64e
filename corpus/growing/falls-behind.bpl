// The first number doubles and the second one becomes three times as large. The first one is below zero, so that the sum is a difference of powers: from
// -1 and 2 on it goes 1, 4, 14, 46 and never comes down.
procedure main()
{
  var first, second: int;
  while (first + second >= 1 && first <= -1) {
    first := 2 * first;
    second := 3 * second;
  }
}
