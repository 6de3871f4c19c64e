// Near miss of terminating/locks/ticket-lock-3.bpl: whoever was served takes another ticket, until number 0 is served.
//
// Hangs if the numbers start above 0, since they only go up.
var next: int;
var serving: int;

procedure Worker()
  modifies next, serving;
{
  var ticket: int;

  while (serving != 0) {
    atomic { ticket := next; next := next + 1; }
    assume serving == ticket;
    serving := serving + 1;
  }
}

procedure main()
  modifies next, serving;
{
  assume next == serving;
  fork 1 Worker();
  fork 2 Worker();
  fork 3 Worker();
}
