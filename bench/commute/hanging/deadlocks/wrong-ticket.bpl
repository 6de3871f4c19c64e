// Near miss of terminating/locks/ticket-lock-2.bpl: nobody says that the first ticket is the one that is served first.
//
// Hangs if next is above serving at the beginning: no ticket has the number that is served.
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
  assume next >= serving;
  fork 1 Worker();
  fork 2 Worker();
}
