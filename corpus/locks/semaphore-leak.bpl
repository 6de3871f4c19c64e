// A semaphore with two permits and three threads, each of which may forget to give its permit back: if two do, the
// third waits for ever.
var permits: int;

procedure Worker()
  modifies permits;
{
  atomic { assume permits > 0; permits := permits - 1; }
  if (*) {
    permits := permits + 1;
  }
}

procedure main()
  modifies permits;
{
  permits := 2;
  fork 1 Worker();
  fork 2 Worker();
  fork 3 Worker();
  join 1;
  join 2;
  join 3;
}
