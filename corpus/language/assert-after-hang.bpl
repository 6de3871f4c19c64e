// An assertion that would fail is never reached, because the loop before it never ends.
procedure main()
{
  while (true) {
  }
  assert false;
}
