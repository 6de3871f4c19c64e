// No value meets the `where` clause of P, so that a run that calls P is none of the program's:
// the only runs are those that stay in the loop for ever, and none of them ends.
var g: bool;

procedure P()
{
  var x: int where x > 0 && x < 0;
  if (x > 5) {
    g := true;
  }
}

procedure main()
{
  g := false;
  while (*) {
    g := !g;
  }
  call P();
}
