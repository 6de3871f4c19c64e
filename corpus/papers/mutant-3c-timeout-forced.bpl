// MUTANT, figure 3c, as its authors corrected the model: once the time is over, the choice must see it.
// The clock is always enabled until it ticks, so only an unfair scheduler keeps the client in its loop.
var running: bool;
var expired: bool;
var timeout: bool;

procedure Client()
  modifies timeout;
{
  while (running) {
    timeout := false;
    if (expired) {
      timeout := true;
      break;
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
