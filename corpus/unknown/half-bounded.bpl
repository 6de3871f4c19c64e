// The assumption bounds the choice on one side only, so there are infinitely many values to choose from.
procedure main()
{
  var n: int;

  havoc n;
  assume n >= 0;
  while (n > 10) {
    n := n - 1;
  }
}
