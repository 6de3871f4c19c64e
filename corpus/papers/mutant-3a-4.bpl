// MUTANT, figure 3a, four philosophers who put the left fork back when the right one is taken, and try again.
// TryLock is one step that sets the lock and tells whether it was free.
// All can take their left forks, fail at the right ones and put them back, together and for ever.
const N: int;
axiom N == 4;

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
  lock[0] := false;
  lock[1] := false;
  lock[2] := false;
  lock[3] := false;
  fork 0 Philosopher(0);
  fork 1 Philosopher(1);
  fork 2 Philosopher(2);
  fork 3 Philosopher(3);
  join 0;
  join 1;
  join 2;
  join 3;
}
