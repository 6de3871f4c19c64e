// The work queue closed by one special item: the worker that takes it ends, the other waits for ever.
var queued: int;
var poison: int;

procedure Worker()
  modifies queued, poison;
{
  var go: bool;

  go := true;
  while (go) {
    atomic {
      assume queued > 0 || poison > 0;
      go := queued > 0;
      if (go) {
        queued := queued - 1;
      } else {
        poison := poison - 1;
      }
    }
  }
}

procedure main()
  modifies queued, poison;
{
  queued, poison := 0, 0;
  fork 1 Worker();
  fork 2 Worker();
  queued := queued + 1;
  poison := 1;
  join 1;
  join 2;
}
