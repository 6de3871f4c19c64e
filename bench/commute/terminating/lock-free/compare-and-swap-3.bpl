// Three threads increase a counter n times each without a lock: they read it, and write it only if it is still the
// same.
//
// Terminates, under any scheduler: an attempt fails only if somebody else has succeeded in between, which happens
// finitely often.
// Ranking function: (how often the others have yet to succeed, n - i); an attempt that fails leaves the second part as
// it is.
// bounds: 0..2
const n: int;

var counter: int;

procedure Worker()
  modifies counter;
{
  var i, seen: int;

  i := 0;
  while (i < n) {
    seen := counter;
    atomic {
      if (counter == seen) {
        counter := seen + 1;
        i := i + 1;
      }
    }
  }
}

procedure main()
  modifies counter;
{
  fork 1 Worker();
  fork 2 Worker();
  fork 3 Worker();
}
