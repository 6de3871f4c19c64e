// The same, but the two waiters are one thread that goes on twice, waiting for whatever the bit is not: it is enabled
// again after each flip, and never for long. Under strong fairness it goes through.
var bit: bool;
var gone: int;

procedure Flipper()
  modifies bit;
{
  while (gone < 2) {
    bit := !bit;
  }
}

procedure Both()
  modifies gone;
{
  assume bit;
  gone := gone + 1;
  assume !bit;
  gone := gone + 1;
}

procedure main()
  modifies bit, gone;
{
  bit, gone := false, 0;
  fork 1 Flipper();
  fork 2 Both();
  join 1;
  join 2;
}
