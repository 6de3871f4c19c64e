// DIVINE, figure 1, with the waiting condition the right way round: main, always enabled until it has set x, sets it.
// Only an unfair scheduler lets the worker spin for ever.
var x: int;

procedure worker()
{
  assume {:unhang_begin "spin"} true;
  while (x == 0) {
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
