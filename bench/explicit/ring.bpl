// Three threads add up each other's values, modulo SIZE, as long as they like: a component with almost all states.
const SIZE: int;
axiom SIZE == 7;

var x, y, z: int;

procedure X() modifies x; { var t: int; while (*) { t := y; x := (x + t + 1) mod SIZE; } }
procedure Y() modifies y; { var t: int; while (*) { t := z; y := (y + t + 1) mod SIZE; } }
procedure Z() modifies z; { var t: int; while (*) { t := x; z := (z + t + 1) mod SIZE; } }

procedure main() modifies x, y, z;
{
  x, y, z := 0, 0, 0;
  fork 1 X();
  fork 2 Y();
  fork 3 Z();
  join 1;
  join 2;
  join 3;
}
