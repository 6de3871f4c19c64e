// A boolean cannot be assigned to an integer.
var x: int;

procedure main()
  modifies x;
{
  x := true;
}
