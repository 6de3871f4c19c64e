// A ticket lock with two threads. The numbers on the tickets start anywhere. Whoever is served fills a counter that all
// share and empties it again.
//
// Terminates: tickets are served one after the other, and only the thread that is served touches x.
// Ranking function: x, as long as serving == ticket.
const n: int;

var next: int;
var serving: int;
var x: int;

procedure Worker()
  modifies next, serving, x;
{
  var ticket: int;

  atomic { ticket := next; next := next + 1; }
  assume serving == ticket;
  x := n;
  while (x > 0) {
    x := x - 1;
  }
  serving := serving + 1;
}

procedure main()
  modifies next, serving, x;
{
  assume next == serving;
  fork 1 Worker();
  fork 2 Worker();
}
