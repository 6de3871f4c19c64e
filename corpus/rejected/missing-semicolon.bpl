// A statement without its semicolon: the message names what was found instead, on the next line.
var x: int;

procedure main()
  modifies x;
{
  x := 1
  x := 2;
}
