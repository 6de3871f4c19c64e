// A type that was not declared.
var x: Colour;

procedure main()
{
}
