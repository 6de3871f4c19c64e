// Two names and one value.
var g: int;

procedure main()
{
  g := (var a, b := 1; a);
}
