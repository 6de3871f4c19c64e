// A thread that joins itself waits for its own end.
procedure Worker(me: int)
{
  join me;
}

procedure main()
{
  fork 1 Worker(1);
}
