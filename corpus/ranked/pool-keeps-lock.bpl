// As pool-of-workers.bpl with four workers, but one that finds the pile empty leaves with the lock. The next one waits for it for ever.
var pile: int;
var taken: bool;

procedure Worker()
  modifies pile, taken;
{
  var goes_on: bool;

  goes_on := true;
  while (goes_on) {
    atomic { assume !taken; taken := true; }
    if (pile > 0) {
      pile := pile - 1;
      taken := false;
    } else {
      goes_on := false;
    }
  }
}

procedure main()
  modifies pile, taken;
{
  taken := false;
  fork 1 Worker();
  fork 2 Worker();
  fork 3 Worker();
  fork 4 Worker();
  join 1;
  join 2;
  join 3;
  join 4;
}
