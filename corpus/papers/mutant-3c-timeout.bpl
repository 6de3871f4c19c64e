// MUTANT, figure 3c: a loop that gives up when the time is over, where the time being over is a free choice.
// The choice may come out the same way for ever: fairness is owed to threads, not to the branches of a choice.
var running: bool;
var expired: bool;
var timeout: bool;

procedure Client()
  modifies timeout;
{
  while (running) {
    timeout := false;
    if (*) {
      if (expired) {
        timeout := true;
        break;
      }
    }
  }
}

procedure Clock()
  modifies expired;
{
  expired := true;
}

procedure main()
  modifies running, expired, timeout;
{
  running, expired, timeout := true, false, false;
  fork 1 Client();
  fork 2 Clock();
  join 1;
  join 2;
  assert timeout;
}
