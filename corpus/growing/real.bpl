// A real number that doubles stays at least one, and it may be one at the beginning.
procedure main()
{
  var x: real;
  while (x >= 1.0) {
    x := 2.0 * x;
  }
}
