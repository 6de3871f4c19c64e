// A procedure that is also called means the same each time: its first `assume` is one that a thread waits for,
// and the program hangs if `open` is false at the beginning.
var open: bool;

procedure main()
{
  assume open;
  open := false;
  if (*) {
    call main();
  }
}
