// Booleans and narrow machine integers are enumerated by their type: all four combinations come, one of which loops.
procedure main()
{
  var a, b: bool;

  havoc a, b;
  while (a && !b) {
  }
}
