// Three numbers are sorted by two threads, of which one exchanges the first two and the other the last two.
//
// Terminates under a fair scheduler: each exchange removes an inversion, of which there are at most three; as long as
// there is one, one of the threads can remove it. The other one spins meanwhile, without fairness perhaps for ever.
// Ranking function: the number of pairs in the wrong order.
var a: int;
var b: int;
var c: int;

procedure Front()
  modifies a, b;
{
  while (a > b || b > c) {
    atomic {
      if (a > b) {
        a, b := b, a;
      }
    }
  }
}

procedure Back()
  modifies b, c;
{
  while (a > b || b > c) {
    atomic {
      if (b > c) {
        b, c := c, b;
      }
    }
  }
}

procedure main()
  modifies a, b, c;
{
  fork 1 Front();
  fork 2 Back();
}
