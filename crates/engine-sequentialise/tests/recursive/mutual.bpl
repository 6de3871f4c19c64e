// Two procedures call each other for ever, with a flag that goes back and forth between them.
var ping: bool;

procedure Even()
  modifies ping;
{
  ping := false;
  call Odd();
}

procedure Odd()
  modifies ping;
{
  ping := true;
  call Even();
}

procedure main()
  modifies ping;
{
  ping := true;
  call Even();
}
