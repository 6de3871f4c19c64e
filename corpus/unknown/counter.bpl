// A counter that grows for ever: an infinite run in which no state comes back, so the search ends only at its limit.
procedure main()
{
  var i: int;

  i := 0;
  while (true) {
    i := i + 1;
  }
}
