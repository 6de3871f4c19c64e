// Each round goes down and comes back before it goes deeper: calls that return and calls that do not.
var busy: bool;

procedure Touch()
  modifies busy;
{
  busy := !busy;
}

procedure Deeper()
  modifies busy;
{
  call Touch();
  call Touch();
  call Deeper();
}

procedure main()
  modifies busy;
{
  busy := false;
  call Deeper();
}
