// The same variable twice on the left of a parallel assignment.
procedure main()
{
  var a: int;

  a, a := 1, 2;
}
