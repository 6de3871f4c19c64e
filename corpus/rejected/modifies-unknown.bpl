// A modifies clause names a variable that is not there.
procedure main()
  modifies x;
{
}
