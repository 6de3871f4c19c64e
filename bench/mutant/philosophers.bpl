// MUTANT, figure 3a: SIZE philosophers who put the left fork back when the right one is taken, and try again.
const SIZE: int;
axiom SIZE == 10;

var lock: [int]bool;

procedure Philosopher(n: int)
  modifies lock;
{
  var left, right: int;
  var ok: bool;

  left, right := n, (n + 1) mod SIZE;
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
  while (i < SIZE) {
    lock[i] := false;
    i := i + 1;
  }
  i := 0;
  while (i < SIZE) {
    fork i Philosopher(i);
    i := i + 1;
  }
  i := 0;
  while (i < SIZE) {
    join i;
    i := i + 1;
  }
}
