// Boogie has no precedence between && and ||: parentheses are needed.
procedure main()
{
  var a, b, c: bool;

  assume a && b || c;
}
