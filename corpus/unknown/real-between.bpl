// No integer is between zero and one, but real numbers are: with one of them the loop never ends. So nothing may be proved of integers alone.
procedure main()
{
  var x: real;
  assume 0.0 < x && x < 1.0;
  while (x > 0.0) {
  }
}
