// A division by zero has no specified value, and the program goes on with it. It comes to an end or waits for ever, which is not known.
procedure main()
{
  var d, q: int;

  d := 0;
  q := 1 div d;
  assume q == 0;
}
