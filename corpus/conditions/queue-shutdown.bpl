// A work queue with two workers: they wait for work or for the end, and main closes the queue after two items.
// Closing is seen by all, so all runs complete.
var queued: int;
var closed: bool;
var done: int;

procedure Worker()
  modifies queued, done;
{
  var go: bool;

  go := true;
  while (go) {
    atomic {
      assume queued > 0 || closed;
      go := queued > 0;
      if (go) {
        queued := queued - 1;
        done := done + 1;
      }
    }
  }
}

procedure main()
  modifies queued, closed, done;
{
  queued, closed, done := 0, false, 0;
  fork 1 Worker();
  fork 2 Worker();
  queued := queued + 1;
  queued := queued + 1;
  closed := true;
  join 1;
  join 2;
  assert done == 2;
}
