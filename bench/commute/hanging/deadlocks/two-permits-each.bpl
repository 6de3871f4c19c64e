// Near miss of terminating/locks/semaphore-2.bpl: each thread takes two permits, one after the other.
//
// Hangs if there are exactly two permits: each thread takes one and waits for another. With three, one of them gets on.
const n: int;

var permits: int;

procedure Worker()
  modifies permits;
{
  var i: int;

  i := n;
  while (i > 0) {
    atomic { assume permits > 0; permits := permits - 1; }
    atomic { assume permits > 0; permits := permits - 1; }
    i := i - 1;
    permits := permits + 2;
  }
}

procedure main()
  modifies permits;
{
  assume permits >= 2;
  fork 1 Worker();
  fork 2 Worker();
}
