// A character that means nothing in Boogie.
procedure main()
{
  var x: int;

  x := 1 @ 2;
}
