// The program starts at ULTIMATE.start rather than at main.
procedure main()
{
  while (true) {
  }
}

procedure ULTIMATE.start()
{
  var x: int;

  x := 1;
}
