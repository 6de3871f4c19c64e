// Near miss of terminating/locks/semaphore-3.bpl: there may be no permit at all.
//
// Hangs if permits == 0 and n > 0.
const n: int;

var permits: int;

procedure Worker()
  modifies permits;
{
  var i: int;

  i := n;
  while (i > 0) {
    atomic { assume permits > 0; permits := permits - 1; }
    i := i - 1;
    permits := permits + 1;
  }
}

procedure main()
  modifies permits;
{
  assume permits >= 0;
  fork 1 Worker();
  fork 2 Worker();
  fork 3 Worker();
}
