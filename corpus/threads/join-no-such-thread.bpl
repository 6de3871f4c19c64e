// A join for an id that no thread has waits for ever.
procedure Worker()
{
}

procedure main()
{
  fork 1 Worker();
  join 2;
}
