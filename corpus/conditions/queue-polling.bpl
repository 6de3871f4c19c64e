// A work queue whose worker polls until it is told to stop: a fair scheduler tells it.
var queued: int;
var stop: bool;

procedure Worker()
  modifies queued;
{
  while (!stop) {
    if (queued > 0) {
      queued := queued - 1;
    }
  }
}

procedure main()
  modifies queued, stop;
{
  queued, stop := 0, false;
  fork 1 Worker();
  queued := queued + 1;
  stop := true;
  join 1;
}
