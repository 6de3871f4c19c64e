// The program starts at the procedure named on the command line rather than at main.
procedure main()
{
}

procedure Loop()
{
  while (true) {
  }
}
