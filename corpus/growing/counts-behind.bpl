// One number becomes three times as large in each round while the other one counts the rounds: 1, 3, 9, 27 against 0, 1, 2, 3. The count never
// catches up, but that takes more than to look at signs.
procedure main()
{
  var power, count: int;
  count := 0;
  while (power - count >= 1) {
    power := 3 * power;
    count := count + 1;
  }
}
