// Two threads loop for ever, one over a variable of its own and one over a shared one: both must be seen to.
// A third one ends.
var shared: bool;

procedure Own()
{
  var bit: bool;

  bit := false;
  while (true) {
    bit := !bit;
  }
}

procedure Shared()
  modifies shared;
{
  while (true) {
    shared := !shared;
  }
}

procedure Short()
  modifies shared;
{
  shared := true;
}

procedure main()
  modifies shared;
{
  shared := false;
  fork 1 Own();
  fork 2 Shared();
  fork 3 Short();
  join 3;
}
