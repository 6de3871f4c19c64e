// Boogie has strings, floating-point numbers and rounding modes; unhang does not.
var s: string;

procedure main()
{
}
