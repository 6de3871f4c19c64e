// A function that was not declared.
procedure main()
{
  assert even(2);
}
