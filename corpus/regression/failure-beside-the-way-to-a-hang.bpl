// The way to the endless loop passes places from which a step fails, and where the search had not looked when it found the loop.
var flag: bool;

procedure Fails()
{
  assert flag;
}

procedure main()
  modifies flag;
{
  flag := true;
  if (*) {
    while (true) {
      flag := true;
    }
  }
  flag := false;
  call Fails();
}
