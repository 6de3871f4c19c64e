// A contract is typed even where it has no effect.
var x: int;

procedure main()
  modifies x;
  ensures old(x) == true;
{
  x := 1;
}
