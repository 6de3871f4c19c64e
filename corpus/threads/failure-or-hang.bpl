// Depending on the schedule an assertion fails, or a thread waits for ever, or another one spins for ever.
// All of them refute the program; which one is found first is up to the engine.
var a, b: bool;

procedure Left()
  modifies a;
{
  a := true;
  assert !b;
  assume b;
}

procedure Right()
  modifies b;
{
  while (a) {
  }
  b := true;
}

procedure main()
  modifies a, b;
{
  a, b := false, false;
  fork 1 Left();
  fork 2 Right();
  join 1;
  join 2;
}
