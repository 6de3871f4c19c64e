// A producer and a consumer with a buffer that is never full, and nobody who ends it.
//
// Hangs: both go round for ever, and what was put and what was taken are counted without end.
var put: int;
var taken: int;

procedure Producer()
  modifies put;
{
  while (true) {
    put := put + 1;
  }
}

procedure Consumer()
  modifies taken;
{
  while (true) {
    assume taken < put;
    taken := taken + 1;
  }
}

procedure main()
  modifies put, taken;
{
  assume put == taken;
  fork 1 Producer();
  fork 2 Consumer();
}
