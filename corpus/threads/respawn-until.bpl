// Main restarts a worker until one of them says that it is enough, which is a free choice: it may never come, and it
// may always still come.
var enough: bool;

procedure Worker()
  modifies enough;
{
  if (*) {
    enough := true;
  }
}

procedure main()
  modifies enough;
{
  enough := false;
  while (!enough) {
    fork 1 Worker();
    join 1;
  }
}
