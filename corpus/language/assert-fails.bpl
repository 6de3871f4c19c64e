// An assertion that fails in every run: the program is refuted whatever is asked.
procedure main()
{
  var i: int;

  i := 0;
  while (i < 3) {
    i := i + 1;
  }
  assert i == 4;
}
