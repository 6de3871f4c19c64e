// A single thread that may leave its loop at any time and need not: fairness says nothing about choices.
procedure main()
{
  while (*) {
  }
}
