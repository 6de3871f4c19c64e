// Two threads pass a baton, and count in `n` how often: for ever. The report has another word for the number of turns.
var n: int;
var baton: bool;

procedure Passes(whose: bool)
  modifies n, baton;
{
  while (n >= 0) {
    if (baton == whose) {
      atomic {
        n := n + 1;
        baton := !whose;
      }
    }
  }
}

procedure main()
  modifies n, baton;
{
  n, baton := 0, false;
  fork 1 Passes(false);
  fork 2 Passes(true);
  join 1;
  join 2;
}
