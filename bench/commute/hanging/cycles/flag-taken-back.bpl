// Near miss of terminating/signals/stop-flag-3.bpl: a third thread takes the flag back as long as it has not been asked
// to leave.
//
// Hangs: the flag is set and taken back for ever, and the workers look at it when it is not set.
const portion: int;

var stop: bool;
var leave: bool;

procedure Worker()
  modifies leave;
{
  var i: int;

  while (!stop) {
    i := portion;
    while (i > 0) {
      i := i - 1;
    }
  }
  leave := true;
}

procedure Stopper()
  modifies stop;
{
  while (!leave) {
    stop := true;
  }
}

procedure Hesitating()
  modifies stop;
{
  while (!leave) {
    stop := false;
  }
}

procedure main()
  modifies stop, leave;
{
  stop, leave := false, false;
  fork 1 Worker();
  fork 2 Stopper();
  fork 3 Hesitating();
}
