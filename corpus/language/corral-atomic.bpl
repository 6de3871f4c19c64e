// corral_atomic_begin and corral_atomic_end hold the scheduler: the counter's two steps are not interrupted.
var counter: int;

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure Raise()
  modifies counter;
{
  var seen: int;

  call corral_atomic_begin();
  seen := counter;
  counter := seen + 1;
  call corral_atomic_end();
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
