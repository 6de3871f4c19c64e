// Two global variables with the same name.
var x: int;
var x: bool;

procedure main()
{
}
