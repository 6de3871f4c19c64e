// Two threads meet by two semaphores, each first letting the other one through: all runs complete.
var arrived: [int]int;

procedure Party(me: int)
  modifies arrived;
{
  arrived[me] := arrived[me] + 1;
  atomic { assume arrived[1 - me] > 0; arrived[1 - me] := arrived[1 - me] - 1; }
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
