// MUTANT, figure 1a, to the letter: one thread clears g and spins until it is set, the other sets it.
// It hangs: if Thread2 sets g before Thread1 clears it, nobody sets it again and Thread1 spins for ever, fairly.
// Nobody waits in a section (spinning is none), so `sections` holds although the end cannot be reached any more.
var g: bool;

procedure Thread1()
  modifies g;
{
  g := false;
  while (!g) {
  }
}

procedure Thread2()
  modifies g;
{
  g := true;
}

procedure main()
  modifies g;
{
  call {:async} Thread1();
  call {:async} Thread2();
}
