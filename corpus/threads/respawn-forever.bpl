// Main starts a thread and waits for it, for ever: an infinite run of the program and of main, but every one of the
// infinitely many workers takes one step only. Every join can be left, the end can never be reached.
var bit: bool;

procedure Worker()
  modifies bit;
{
  bit := !bit;
}

procedure main()
  modifies bit;
{
  bit := false;
  while (true) {
    fork 1 Worker();
    join 1;
  }
}
