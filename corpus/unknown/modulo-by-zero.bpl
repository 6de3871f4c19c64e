// A remainder of a division by zero, in a condition, which only one of two interleavings comes to. Whatever it is, the program finishes.
var d: int;

procedure Zero()
  modifies d;
{
  d := 0;
}

procedure main()
  modifies d;
{
  d := 2;
  fork 1 Zero();
  if (7 mod d == 1) {
    d := 3;
  }
  join 1;
}
