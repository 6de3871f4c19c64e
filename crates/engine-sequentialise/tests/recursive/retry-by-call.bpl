// Two threads as in figure 1b of the paper, but each tries again by calling itself and never returns.
var g: bool;

procedure Lower()
  modifies g;
{
  if (g) {
    g := false;
    call Lower();
  }
}

procedure Raise()
  modifies g;
{
  if (!g) {
    g := true;
    call Raise();
  }
}

procedure main()
  modifies g;
{
  g := false;
  call {:async} Raise();
  call Lower();
}
