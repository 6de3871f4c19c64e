// A join takes the results of the thread, several at once, in order.
procedure DivMod(a: int, b: int) returns (q: int, r: int)
{
  q := a div b;
  r := a mod b;
}

procedure main()
{
  var q, r, s, t: int;

  fork 1 DivMod(17, 5);
  fork 2 DivMod(-17, 5);
  join 2 assign s, t;
  join 1 assign q, r;
  assert q == 3 && r == 2;
  assert s == -4 && t == 3;
}
