// A thread is gone once it was joined: a second join for it waits for ever.
var done: bool;

procedure Worker()
  modifies done;
{
  done := true;
}

procedure main()
  modifies done;
{
  done := false;
  fork 1 Worker();
  join 1;
  assert done;
  join 1;
}
