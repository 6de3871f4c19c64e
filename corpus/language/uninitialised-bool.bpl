// A boolean global that nobody sets is arbitrary: one of its values hangs.
var open: bool;

procedure main()
{
  assume open;
}
