// The program starts at main, although Other is called by nobody either.
procedure Other()
{
  while (true) {
  }
}

procedure main()
{
}
