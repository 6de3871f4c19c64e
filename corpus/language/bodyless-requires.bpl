// The requires of a procedure without a body is asserted at the call: the third call breaks it.
procedure Use(n: int);
  requires n < 2;

procedure main()
{
  var i: int;

  i := 0;
  while (i < 3) {
    call Use(i);
    i := i + 1;
  }
}
