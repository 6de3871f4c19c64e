// Each variable has few values, both together have too many to try.
var a, b: int where 0 <= b && b < 60000;

procedure main()
  requires 0 <= a && a < 60000;
{
  if (a + b > 7) {
    a := 0;
  }
}
