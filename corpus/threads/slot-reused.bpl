// A thread ends and is joined while another one is still running, and a third one is started in its place: the run of
// the second is not mistaken for that of the third. The second one spins until the third has been.
var done: bool;

procedure Short()
{
}

procedure Spinner()
{
  while (!done) {
  }
}

procedure Setter()
  modifies done;
{
  done := true;
}

procedure main()
  modifies done;
{
  done := false;
  fork 1 Short();
  fork 2 Spinner();
  join 1;
  fork 1 Setter();
  join 1;
  join 2;
}
