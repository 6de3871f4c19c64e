// A thread changes its mind in each turn of its loop: it takes two turns to come back to where it was.
var on: bool;

procedure Toggle()
  modifies on;
{
  while (true) {
    on := !on;
  }
}

procedure main()
  modifies on;
{
  fork 1 Toggle();
}
