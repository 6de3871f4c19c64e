// A polling daemon that main stops at its end: a fair scheduler lets main do so and lets the daemon see it.
var stop: bool;

procedure Daemon()
{
  while (!stop) {
  }
}

procedure main()
  modifies stop;
{
  stop := false;
  call {:async} Daemon();
  stop := true;
}
