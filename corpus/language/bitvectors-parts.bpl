// Extraction and concatenation: x[8:4] is the upper half of eight bits, and `++` puts the left operand on top.
procedure main()
{
  var x: bv8;
  var high, low: bv4;

  x := 165bv8;
  high := x[8:4];
  low := x[4:0];
  assert high == 10bv4 && low == 5bv4;
  x := low ++ high;
  assert x == 90bv8;
}
