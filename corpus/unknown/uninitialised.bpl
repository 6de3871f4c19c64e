// The loop depends on an integer that was never assigned.
var x: int;

procedure main()
{
  var i: int;

  i := 0;
  while (i < x) {
    i := i + 1;
  }
}
