// TerMute, figure 7, with an end: the outer loop runs three times and the inner one as often as the outer has.
// A nested loop that ends, in one thread.
procedure main()
{
  var i, j: int;

  i := 1;
  while (i <= 3) {
    j := i;
    i := i + 1;
    while (j > 0) {
      j := j - 1;
    }
  }
  assert i == 4 && j == 0;
}
