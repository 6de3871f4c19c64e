// Three threads with the same id and different results: each join takes any one that has finished, and each thread
// once.
procedure Give(n: int) returns (r: int)
{
  r := n;
}

procedure main()
{
  var a, b, c: int;

  fork 7 Give(1);
  fork 7 Give(2);
  fork 7 Give(4);
  join 7 assign a;
  join 7 assign b;
  join 7 assign c;
  assert a + b + c == 7;
}
