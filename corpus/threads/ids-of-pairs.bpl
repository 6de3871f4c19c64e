// Ids are tuples of values: (1, true) is not (1, false), and the order of the joins is free.
procedure Give(n: int) returns (r: int)
{
  r := n;
}

procedure main()
{
  var a, b: int;

  fork 1, true Give(10);
  fork 1, false Give(20);
  join 1, false assign b;
  join 1, true assign a;
  assert a == 10 && b == 20;
}
