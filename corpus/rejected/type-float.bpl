// Boogie has floating-point numbers; unhang does not.
var f: float24e8;

procedure main()
{
}
