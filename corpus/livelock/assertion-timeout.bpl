// MUTANT, figure 3c, in its place: the checker of an assertion gives up when the time is over. In this model the time may be over at
// any moment, but also never: the choice may go the same way each time, so that the checker waits for ever.
var ready: bool;
var value: int;
var timeout: bool;

procedure Checker()
  modifies timeout;
{
  while (!ready) {
    timeout := false;
    if (*) {
      timeout := true;
      break;
    }
  }
  assert timeout || value == value;
}

procedure Program()
  modifies ready, value;
{
  havoc value;
  if (value > 100) {
    ready := true;
  }
}

procedure main()
  modifies ready, value, timeout;
{
  ready, timeout := false, false;
  fork 1 Checker();
  fork 2 Program();
  join 1;
  join 2;
}
