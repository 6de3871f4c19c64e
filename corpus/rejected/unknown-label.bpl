// A goto to a label that is not there.
procedure main()
{
  goto nowhere;
}
