// The arguments of a fork do not fit the procedure.
procedure Worker(n: int)
{
}

procedure main()
{
  fork 1 Worker(true);
}
