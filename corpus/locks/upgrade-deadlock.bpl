// Two readers that both want to become the writer without leaving first: each waits for the other to leave.
var readers: int;

procedure Upgrader()
  modifies readers;
{
  readers := readers + 1;
  assume readers == 1;
  readers := readers - 1;
}

procedure main()
  modifies readers;
{
  readers := 0;
  fork 1 Upgrader();
  fork 2 Upgrader();
  join 1;
  join 2;
}
