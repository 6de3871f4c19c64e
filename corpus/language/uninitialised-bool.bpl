// A boolean global that nobody sets is arbitrary: one of its values hangs.
// The `yield` keeps the `assume` from being one at the beginning of the program, which would say what the value is.
var open: bool;

procedure main()
{
  yield;
  assume open;
}
