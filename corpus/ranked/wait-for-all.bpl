// Three threads count to a limit each and then say that they are done; a fourth one waits until all are, and counts down what they have
// counted. Those who count need not be looked at together, nor with the one who waits: to say that one is done may just as well come first.
var done: int;
var work: int;

procedure Count(limit: int)
  modifies done, work;
{
  var i: int;

  i := 0;
  while (i < limit) {
    work := work + 1;
    i := i + 1;
  }
  done := done + 1;
}

procedure Collect()
  modifies work;
{
  assume done >= 3;
  while (work > 0) {
    work := work - 1;
  }
}

procedure main(limit: int)
  modifies done, work;
{
  done, work := 0, 0;
  fork 1 Count(limit);
  fork 2 Count(limit);
  fork 3 Count(limit);
  fork 4 Collect();
}
