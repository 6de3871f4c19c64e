// MUTANT, figure 1c, with integers of any size: an operation computes a new value from the one that it has seen, and puts it in place if
// the one seen is still there; if not it tries again. Another thread changes the value as often as it likes while the operation tries.
var g: int;
var lock: bool;
var done: bool;

procedure Others()
  modifies g, lock;
{
  while (!done) {
    atomic { assume !lock; lock := true; }
    havoc g;
    lock := false;
  }
}

procedure Operation()
  modifies g, lock, done;
{
  var seen, new: int;

  while (!done) {
    seen := g;
    new := 2 * seen + 1;
    atomic { assume !lock; lock := true; }
    if (g == seen) {
      g := new;
      done := true;
    }
    lock := false;
  }
}

procedure main()
  modifies g, lock, done;
{
  g, lock, done := 0, false, false;
  fork 1 Others();
  fork 2 Operation();
  join 1;
  join 2;
}
