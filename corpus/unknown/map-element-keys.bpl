// The keys of an element that nobody assigned have three types; the reason names them as the program would.
type Colour;
const unique red, green: Colour;
var a: [Colour, bool, bv8]int;

procedure main()
  modifies a;
{
  a[red, true, 7bv8] := 0;
  assume a[green, false, 255bv8] == 0;
}
