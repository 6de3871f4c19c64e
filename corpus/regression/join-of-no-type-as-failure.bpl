// The only thread with the id has a result that does not fit: the join waits for ever.
procedure Number() returns (n: int)
{
  n := 3;
}

procedure main()
{
  var b: bool;

  fork 1 Number();
  join 1 assign b;
}
