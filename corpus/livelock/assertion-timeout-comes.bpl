// MUTANT, figure 3c, as its authors mend it: the choice that stands for a timer must be taken at least once in the cycle. The checker
// waits for values that may never be ready, but not for ever: the time is over eventually, under whatever scheduler.
// Without the mark it is `assertion-timeout.bpl`, which hangs.
var ready: bool;
var timeout: bool;

procedure Checker()
  modifies timeout;
{
  while (!ready) {
    timeout := false;
    if (*) {
      assume {:unhang_eventually} true;
      timeout := true;
      break;
    }
  }
  assert timeout || ready;
}

procedure Program()
  modifies ready;
{
  if (*) {
    ready := true;
  }
}

procedure main()
  modifies ready, timeout;
{
  ready, timeout := false, false;
  fork 1 Checker();
  fork 2 Program();
  join 1;
  join 2;
}
