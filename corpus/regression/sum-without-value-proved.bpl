// A sum of a variable that somebody may have assigned, or nobody, in the text form, since otherwise it is chosen at the beginning. In programs
// with calls it was taken to be the sum of what was assigned, and the program was proved to finish; but it may be any.
axiom {:unhang_lowered} {:unhang_start "main"} true;

procedure nothing()
{
n0:
  return;
}

procedure main()
{
  var l: int;
  var x: int;
n0:
  call nothing();
  goto n2;
n1:
  return;
n2:
  if (*) {
    l := 2;
    goto n3;
  } else {
    assume true;
    goto n3;
  }
n3:
  x := l + 1;
  goto n4;
n4:
  if (*) {
    assume x != 3;
    goto n5;
  } else {
    assume x == 3;
    goto n1;
  }
n5:
  assume true;
  goto n5;
}
