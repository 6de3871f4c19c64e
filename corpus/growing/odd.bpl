// Steps of two pass over every odd number.
procedure main()
{
  var number: int;
  number := 0;
  while (number != 1001) {
    number := number + 2;
    assert number mod 2 == 0;
  }
}
