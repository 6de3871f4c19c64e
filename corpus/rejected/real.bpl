// Real numbers are not supported.
var x: real;

procedure main()
{
}
