// Near miss of terminating/sequential/resets.bpl: the counter is set back as often as it has not reached its limit.
//
// Hangs if n > 0: it is set back in every round.
const n: int;

var counter: int;

procedure Counter()
  modifies counter;
{
  while (counter < n) {
    counter := counter + 1;
  }
}

procedure Resetter()
  modifies counter;
{
  while (counter < n) {
    counter := 0;
  }
}

procedure main()
  modifies counter;
{
  counter := 0;
  fork 1 Counter();
  fork 2 Resetter();
}
