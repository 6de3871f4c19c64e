// DIVINE, figure 1: the worker's waiting condition is the wrong way round, so if main sets x before the worker looks,
// the worker spins for ever and main waits for it for ever.
// Both the wait that the worker marks as a section and main's join are sections that cannot be left then.
var x: int;

procedure worker()
{
  assume {:unhang_begin "spin"} true;
  while (x != 0) {
  }
  assume {:unhang_end "spin"} true;
}

procedure main()
  modifies x;
{
  x := 0;
  fork 1 worker();
  x := 42;
  join 1;
}
