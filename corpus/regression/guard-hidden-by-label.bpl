// A label in front of a guard changes nothing: the branch can be taken only if `a` holds, and it never does.
var a: bool;

procedure main()
  modifies a;
{
  a := false;
  if (*) {
  start:
  again:
    assume a;
  }
  while (*) {
  inside:
    assume a;
  }
  assume !a;
}
