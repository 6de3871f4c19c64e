// A semaphore with two permits and three threads: never more than two are inside, and all runs complete.
var permits: int;
var inside: int;

procedure Worker()
  modifies permits, inside;
{
  atomic { assume permits > 0; permits := permits - 1; }
  inside := inside + 1;
  assert inside <= 2;
  inside := inside - 1;
  permits := permits + 1;
}

procedure main()
  modifies permits, inside;
{
  permits, inside := 2, 0;
  fork 1 Worker();
  fork 2 Worker();
  fork 3 Worker();
  join 1;
  join 2;
  join 3;
  assert permits == 2;
}
