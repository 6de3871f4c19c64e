// MUTANT, figure 3a, ten philosophers who put the left fork back when the right one is taken, and try again.
// Too many states to look at one by one, but in the run that repeats every philosopher has few turns.
const N: int;
axiom N == 10;

var lock: [int]bool;

procedure Philosopher(n: int)
  modifies lock;
{
  var left, right: int;
  var ok: bool;

  left, right := n, (n + 1) mod N;
  while (true) {
    ok, lock[left] := !lock[left], true;
    if (ok) {
      ok, lock[right] := !lock[right], true;
      if (ok) {
        break;
      } else {
        lock[left] := false;
      }
    }
  }
  lock[right] := false;
  lock[left] := false;
}

procedure main()
  modifies lock;
{
  var i: int;

  i := 0;
  while (i < N) {
    lock[i] := false;
    i := i + 1;
  }
  i := 0;
  while (i < N) {
    fork i Philosopher(i);
    i := i + 1;
  }
  i := 0;
  while (i < N) {
    join i;
    i := i + 1;
  }
}
