// Two threads raise a counter in two steps each: an update can get lost, which the assertion after the joins sees.
var counter: int;

procedure Raise()
  modifies counter;
{
  var seen: int;

  seen := counter;
  counter := seen + 1;
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
