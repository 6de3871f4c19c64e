// An assumption behind a label that is jumped to is one that a thread waits for, also the first time:
// the program hangs if `open` is false at the beginning, and when the second round has made it so.
var open: bool;

procedure main()
{
again:
  assume open;
  open := false;
  goto again;
}
