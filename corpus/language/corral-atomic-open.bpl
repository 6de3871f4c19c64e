// A thread that finishes between corral_atomic_begin and corral_atomic_end gives the scheduler back: main can go on.
var counter: int;

procedure corral_atomic_begin();

procedure Worker()
  modifies counter;
{
  call corral_atomic_begin();
  counter := counter + 1;
}

procedure main()
  modifies counter;
{
  counter := 0;
  fork 1 Worker();
  join 1;
  assert counter == 1;
}
