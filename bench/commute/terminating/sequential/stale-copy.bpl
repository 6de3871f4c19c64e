// One thread copies a counter, counts the copy down and writes it back, twice; the other one counts the counter itself
// down.
//
// Terminates: the copies are local, and what is written back is never positive.
// Ranking functions: copy; for the other thread x, which goes down to where its loop ends, or is set there.
var x: int;

procedure Copier()
  modifies x;
{
  var copy, rounds: int;

  rounds := 2;
  while (rounds > 0) {
    copy := x;
    while (copy > 0) {
      copy := copy - 1;
    }
    x := copy;
    rounds := rounds - 1;
  }
}

procedure Counter()
  modifies x;
{
  while (x > 0) {
    x := x - 1;
  }
}

procedure main()
  modifies x;
{
  fork 1 Copier();
  fork 2 Counter();
}
