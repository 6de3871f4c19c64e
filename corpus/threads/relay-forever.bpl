// Each thread starts the next one and ends: infinitely many steps, but of infinitely many threads, each of which ends.
procedure Runner()
{
  call {:async} Runner();
}

procedure main()
{
  call {:async} Runner();
}
