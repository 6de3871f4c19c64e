// A number that doubles stays positive.
var number: int;

procedure main()
modifies number;
{
  number := 1;
  while (number > 0) {
    number := number + number;
  }
}
