// Four threads count to SIZE, each looking at its neighbour. No cycles: every run is finite.
const SIZE: int;
axiom SIZE == 12;

var a, b, c, d: int;

procedure A() modifies a; { while (b < SIZE && a < SIZE) { a := a + 1; } }
procedure B() modifies b; { while (c < SIZE && b < SIZE) { b := b + 1; } }
procedure C() modifies c; { while (d < SIZE && c < SIZE) { c := c + 1; } }
procedure D() modifies d; { while (a < SIZE && d < SIZE) { d := d + 1; } }

procedure main() modifies a, b, c, d;
{
  a, b, c, d := 0, 0, 0, 0;
  fork 1 A();
  fork 2 B();
  fork 3 C();
  fork 4 D();
  join 1;
  join 2;
  join 3;
  join 4;
}
