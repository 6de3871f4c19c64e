// An assertion that fails in one interleaving only: the reader must see each of the writer's values in turn.
var x: int;

procedure Writer()
  modifies x;
{
  x := 1;
  x := 2;
  x := 3;
}

procedure Reader()
{
  var a, b, c: int;

  a := x;
  b := x;
  c := x;
  assert !(a == 1 && b == 2 && c == 3);
}

procedure main()
  modifies x;
{
  x := 0;
  fork 1 Writer();
  fork 2 Reader();
  join 1;
  join 2;
}
