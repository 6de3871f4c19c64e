// The naive protocol: announce yourself, then wait until the other one is not announced.
// If both announce themselves first, each waits for the other: a deadlock, and no infinite run.
var flag: [int]bool;

procedure Thread(me: int)
  modifies flag;
{
  flag[me] := true;
  assume !flag[1 - me];
  flag[me] := false;
}

procedure main()
  modifies flag;
{
  flag[0] := false;
  flag[1] := false;
  fork 0 Thread(0);
  fork 1 Thread(1);
  join 0;
  join 1;
}
