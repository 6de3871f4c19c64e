// A test-and-set spin lock, three threads that enter once each: one step tests and sets.
// The loser spins only while the holder, always enabled, is kept from leaving.
var locked: bool;
var inside: int;

procedure Thread()
  modifies locked, inside;
{
  var busy: bool;

  busy := true;
  while (busy) {
    busy, locked := locked, true;
  }
  inside := inside + 1;
  assert inside == 1;
  inside := inside - 1;
  locked := false;
}

procedure main()
  modifies locked, inside;
{
  locked, inside := false, 0;
  fork 1 Thread();
  fork 2 Thread();
  fork 3 Thread();
  join 1;
  join 2;
  join 3;
}
