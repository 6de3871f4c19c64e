// Each of the two procedures is called by the other: where should it start?
procedure First()
{
  call Second();
}

procedure Second()
{
  call First();
}
