// Four threads share a pool of permits, as many as there happen to be: each takes one for each of its rounds.
//
// Terminates: each thread goes round n times, and every permit that was taken is given back in the same round.
// Ranking function of each loop: i. That nobody waits for ever needs permits >= 1 at the beginning.
const n: int;

var permits: int;

procedure Worker()
  modifies permits;
{
  var i: int;

  i := n;
  while (i > 0) {
    atomic { assume permits > 0; permits := permits - 1; }
    i := i - 1;
    permits := permits + 1;
  }
}

procedure main()
  modifies permits;
{
  assume permits >= 1;
  fork 1 Worker();
  fork 2 Worker();
  fork 3 Worker();
  fork 4 Worker();
}
