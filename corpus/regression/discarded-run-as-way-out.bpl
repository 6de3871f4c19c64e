// The call of `work` is a section. It can be left only into a procedure for which there are no values, in runs that do not
// count; before, it can go on for ever.
var g: bool;

procedure {:unhang_section "work"} work()
{
  g := false;
  while (*) {
    g := !g;
  }
}

procedure P()
{
  var x: int where x > 0 && x < 0;
  if (x > 5) {
    g := true;
  }
}

procedure main()
{
  call work();
  call P();
}
