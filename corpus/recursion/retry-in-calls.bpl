// Each thread tries again, in a call of its own, as long as the other one is in its way: the stacks grow, and no state comes back.
var first, second: bool;

procedure One()
  modifies first;
{
  first := true;
  if (second) {
    first := false;
    call One();
  }
}

procedure Two()
  modifies second;
{
  second := true;
  if (first) {
    second := false;
    call Two();
  }
}

procedure main()
  modifies first, second;
{
  first, second := false, false;
  fork 1 One();
  fork 2 Two();
  join 1;
  join 2;
}
