// A daemon that works for ever after main has ended: in Boogie the program ends only when all threads have, so it never
// does. No section is open, because the daemon never waits.
var ticks: bool;

procedure Daemon()
  modifies ticks;
{
  while (true) {
    ticks := !ticks;
  }
}

procedure main()
  modifies ticks;
{
  ticks := false;
  call {:async} Daemon();
}
