// A labelled break leaves the loop with that label, an unlabelled one the innermost.
procedure main()
{
  var i, j, n: int;

  i, n := 0, 0;
outer:
  while (true) {
    j := 0;
    while (true) {
      if (j == 2) {
        break;
      }
      if (i == 2) {
        break outer;
      }
      j := j + 1;
      n := n + 1;
    }
    i := i + 1;
  }
  assert i == 2 && j == 0 && n == 4;
}
