// Integers without a value do no harm as long as nobody looks at them: copying is not looking.
var x, y: int;

procedure main()
  modifies y;
{
  var z: int;

  y := x;
  z := y;
  x := 1;
  assert x == 1;
}
