// A join takes only threads whose results fit its variables: the id is the same, the types are not.
// A join without variables takes any thread that is left.
procedure Number() returns (n: int)
{
  n := 3;
}

procedure Truth() returns (b: bool)
{
  b := true;
}

procedure Nothing()
{
}

procedure main()
{
  var n: int;
  var b: bool;

  fork 1 Number();
  fork 1 Truth();
  fork 1 Nothing();
  join 1 assign b;
  join 1 assign n;
  join 1;
  assert n == 3 && b;
}
