// Real numbers that are no integers are not supported.
procedure main()
{
  var x: real;
  x := 1.0;
  while (x > 0.0) {
    x := 0.5 * x;
  }
}
