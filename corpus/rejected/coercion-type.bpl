// What is said about the type of an expression must be so.
procedure main()
{
  var x: int;

  x := (true: int);
}
