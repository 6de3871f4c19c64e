// A number that is squared again and again gets too large for 64 bits.
procedure main()
{
  var x, i: int;

  x, i := 10, 0;
  while (i < 10) {
    x := x * x;
    i := i + 1;
  }
}
