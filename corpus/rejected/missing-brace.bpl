// The procedure's body is never closed.
procedure main()
{
  while (true) {
}
