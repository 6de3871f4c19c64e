// Two threads raise a counter by compare-and-swap, twice each: a failed attempt means that the other has succeeded,
// which it does twice only. So all runs complete, without any fairness: lock-freedom.
var counter: int;

procedure Worker()
  modifies counter;
{
  var seen, n: int;
  var ok: bool;

  n := 0;
  while (n < 2) {
    seen := counter;
    atomic {
      ok := counter == seen;
      if (ok) {
        counter := seen + 1;
      }
    }
    if (ok) {
      n := n + 1;
    }
  }
}

procedure main()
  modifies counter;
{
  counter := 0;
  fork 1 Worker();
  fork 2 Worker();
  join 1;
  join 2;
  assert counter == 4;
}
