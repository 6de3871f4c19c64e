// MUTANT, figure 3c, with a condition beside the choice that never holds (`if * and e2`): the timer was never set. A way that is not
// open is not passed over, so the mark helps nobody: the checker waits for ever.
var ready: bool;
var timer_is_set: bool;
var timeout: bool;

procedure Checker()
  modifies timeout;
{
  while (!ready) {
    timeout := false;
    if (*) {
      assume {:unhang_eventually} timer_is_set;
      timeout := true;
      break;
    }
  }
}

procedure Program()
  modifies ready, timer_is_set;
{
  if (*) {
    timer_is_set := true;
    timer_is_set := false;
  } else {
    ready := true;
  }
}

procedure main()
  modifies ready, timer_is_set, timeout;
{
  ready, timer_is_set, timeout := false, false, false;
  fork 1 Checker();
  fork 2 Program();
  join 1;
  join 2;
}
