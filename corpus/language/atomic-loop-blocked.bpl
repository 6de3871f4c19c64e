// A thread that blocks inside an atomic block with a loop holds the scheduler and waits for a flag that nobody else can
// set any more: a deadlock, unless the flag was set before.
var go: bool;

procedure Worker()
{
  var i: int;

  i := 0;
  atomic {
    while (i < 2) {
      i := i + 1;
    }
    assume go;
  }
}

procedure main()
  modifies go;
{
  go := false;
  fork 1 Worker();
  go := true;
  join 1;
}
