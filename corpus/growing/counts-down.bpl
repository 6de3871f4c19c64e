// Whatever number is chosen, it is counted down.
procedure main()
{
  var number: int;
  havoc number;
  while (number > 0) {
    number := number - 1;
  }
}
