// `(var x := e; body)` is the body with the value in place of the name.
// Several names get their values at once, and inner names hide outer ones.
const x: int;
axiom x == 100;
function twice(a: int): int { (var b := a; b + b) }
var g: int;

procedure main()
{
  g := (var x := 1; x + 1);
  assert g == 2 && x == 100;
  g := (var x, y := g, x; (var x: int := x + y; x - y));
  assert g == 2;
  assert (forall i: int :: 0 <= i && i < 4 ==> (var d := twice(i); d == i + i));
  if ((var low := g - 1; low == 1)) {
    g := (var m: bool := true; if m then 5 else 6);
  }
  assert g == 5;
}
