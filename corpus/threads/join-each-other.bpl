// Two threads that join each other: neither can finish first.
procedure Worker(other: int)
{
  join other;
}

procedure main()
{
  fork 1 Worker(2);
  fork 2 Worker(1);
}
