// Two variables and one value in a parallel assignment.
procedure main()
{
  var a, b: int;

  a, b := 1;
}
