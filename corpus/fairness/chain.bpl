// Strong fairness twice over: the second waiter's bit flips only after the first waiter got through.
var first, second: bool;
var started, stop: bool;

procedure Flipper()
  modifies first, second;
{
  while (!stop) {
    first := !first;
    if (started) {
      second := !second;
    }
  }
}

procedure One()
  modifies started;
{
  assume first;
  started := true;
}

procedure Two()
  modifies stop;
{
  assume second;
  stop := true;
}

procedure main()
  modifies first, second, started, stop;
{
  first, second, started, stop := false, false, false, false;
  fork 1 Flipper();
  fork 2 One();
  fork 3 Two();
  join 1;
  join 2;
  join 3;
}
