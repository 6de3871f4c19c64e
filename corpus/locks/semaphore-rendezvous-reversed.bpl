// The rendezvous with the two lines swapped: each waits for the other before it lets it through. Always a deadlock.
var arrived: [int]int;

procedure Party(me: int)
  modifies arrived;
{
  atomic { assume arrived[1 - me] > 0; arrived[1 - me] := arrived[1 - me] - 1; }
  arrived[me] := arrived[me] + 1;
}

procedure main()
  modifies arrived;
{
  arrived[0] := 0;
  arrived[1] := 0;
  fork 0 Party(0);
  fork 1 Party(1);
  join 0;
  join 1;
}
