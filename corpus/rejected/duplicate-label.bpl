// Two labels with the same name in one procedure.
procedure main()
{
here:
  goto here;
here:
  return;
}
