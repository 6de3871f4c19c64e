// __VERIFIER_atomic_begin and __VERIFIER_atomic_end hold the scheduler, as Corral's procedures do.
var counter: int;

procedure __VERIFIER_atomic_begin();
procedure __VERIFIER_atomic_end();

procedure Raise()
  modifies counter;
{
  var seen: int;

  call __VERIFIER_atomic_begin();
  seen := counter;
  counter := seen + 1;
  call __VERIFIER_atomic_end();
}

procedure main()
  modifies counter;
{
  counter := 0;
  fork 1 Raise();
  fork 2 Raise();
  join 1;
  join 2;
  assert counter == 2;
}
