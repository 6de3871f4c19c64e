// Two threads compete to join a third one: one of them gets it, the other waits for ever.
procedure Worker()
{
}

procedure Joiner()
{
  join 1;
}

procedure main()
{
  fork 1 Worker();
  fork 2 Joiner();
  fork 3 Joiner();
}
