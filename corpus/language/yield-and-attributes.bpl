// Yield is a step without effect; attributes that are not known are ignored wherever they stand.
var {:important} x: int;

procedure {:inline 1} Bump()
  modifies x;
{
  yield;
  x := x + 1;
  assert {:source "bump.c", 3} x == 1;
  assume {:print "here"} true;
}

procedure {:main} main()
  modifies x;
{
  x := 0;
  call {:cexpr "bump"} Bump();
}
