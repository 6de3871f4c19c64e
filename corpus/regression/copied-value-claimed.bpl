// What the step copies and then asks about was never assigned, so that nobody knows whether the thread waits: no deadlock may be claimed.
axiom {:unhang_lowered} {:unhang_start "main"} true;
var g: int;

procedure main()
{
  var l: int;
n0:
  l := 0;
  goto n2;
n1:
  return;
n2:
  atomic { l := g; assume 0 > l; }
  goto n1;
}
