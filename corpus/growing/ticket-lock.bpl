// Two threads take turns for ever by tickets, whose numbers have no end.
var next: int;
var serving: int;

procedure worker()
modifies next, serving;
{
  var ticket: int;
  while (true) {
    atomic {
      ticket := next;
      next := next + 1;
    }
    assume serving == ticket;
    serving := serving + 1;
  }
}

procedure main()
modifies next, serving;
{
  next, serving := 0, 0;
  fork 1 worker();
  fork 2 worker();
  join 1;
}
