// A break that is in no loop.
procedure main()
{
  break;
}
