// Near miss of terminating/signals/stop-flag-2.bpl: the one who sets the flag waits until enough has been done, and a
// thread that undoes work keeps it from ever being enough.
//
// Hangs if n > 0: one does, another one undoes, and how often is counted without end.
const n: int;

var stop: bool;
var done: int;
var steps: int;

procedure Doing()
  modifies done, steps;
{
  while (!stop) {
    done := done + 1;
    steps := steps + 1;
  }
}

procedure Undoing()
  modifies done, steps;
{
  while (!stop) {
    done := done - 1;
    steps := steps + 1;
  }
}

procedure Stopper()
  modifies stop;
{
  assume done > n;
  stop := true;
}

procedure main()
  modifies stop, done, steps;
{
  assume n > 0;
  stop, done, steps := false, 0, 0;
  fork 1 Doing();
  fork 2 Undoing();
  fork 3 Stopper();
}
