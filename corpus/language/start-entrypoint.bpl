// The program starts at the procedure with the attribute rather than at main.
procedure main()
{
  while (true) {
  }
}

procedure {:entrypoint} Begin()
{
  var x: int;

  x := 1;
}
