// Every run ends, but which real number is chosen matters for how it goes, and only integers are looked at.
procedure main()
{
  var x: real;
  assume 0.0 <= x && x <= 3.0;
  while (x > 0.0) {
    x := x - 1.0;
  }
}
