// Somebody always knows a larger number.
procedure main()
{
  var largest, number: int;
  largest := 0;
  while (largest < 1000 || number > largest - 1) {
    havoc number;
    assume number > largest;
    largest := number;
  }
}
