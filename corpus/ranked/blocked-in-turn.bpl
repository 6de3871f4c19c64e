// One thread turns a light on and off for ever, and counts how often. Two others wait, one for light and one for dark. At no time are both of
// them blocked, but each is again and again; so a weakly fair scheduler need not let them step.
var light: bool;
var reach: int;

procedure Switch()
  modifies light, reach;
{
  while (true) {
    light := true;
    reach := reach + 1;
    light := false;
  }
}

procedure InTheLight()
{
  assume light;
}

procedure InTheDark()
{
  assume !light;
}

procedure main()
  modifies light, reach;
{
  light, reach := false, 0;
  fork 1 InTheLight();
  fork 2 InTheDark();
  fork 3 Switch();
}
