// A procedure that was not declared, in a fork.
procedure main()
{
  fork 1 Worker();
}
