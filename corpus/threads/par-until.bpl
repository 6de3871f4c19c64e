// Two threads make parallel calls until somebody raises the flag, which one more thread does at some time.
// Under no fairness that thread may never come to step, and neither need the other of the two.
var stop: bool;
var last: [int]bool;

procedure Note(me: int, value: bool)
  modifies last;
{
  last[me] := value;
}

procedure Worker(me: int)
  modifies last;
{
  while (!stop) {
    par Note(me, true) | Note(me, false);
  }
}

procedure Stopper()
  modifies stop;
{
  stop := true;
}

procedure main()
  modifies stop, last;
{
  stop := false;
  last := last[1 := true][2 := true];
  fork 1 Worker(1);
  fork 2 Worker(2);
  fork 3 Stopper();
  join 1;
  join 2;
}
