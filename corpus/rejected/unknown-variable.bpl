// A variable that was not declared.
procedure main()
{
  y := 1;
}
