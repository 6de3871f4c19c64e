// The first number becomes three times as large in each round, less two, and the second one twice as large. From 2 and 1 on the first one is
// 2, 4, 10, 28 where the second one is 1, 2, 4, 8: the loop never ends. Nobody says what the first one is at the beginning.
procedure main()
{
  var first, second: int;
  second := 1;
  while (first - second >= 1) {
    first := 3 * first - 2;
    second := 2 * second;
  }
}
