// One arm of a parallel call waits for a value that the other arm sets only in one of its branches.
// In the other branch the parallel call never ends.
var ready: bool;

procedure Wait()
{
  assume ready;
}

procedure Set()
  modifies ready;
{
  if (*) {
    ready := true;
  }
}

procedure main()
  modifies ready;
{
  ready := false;
  par Wait() | Set();
}
