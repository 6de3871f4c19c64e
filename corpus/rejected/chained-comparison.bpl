// Comparisons do not chain.
procedure main()
{
  var a: int;

  havoc a;
  assume 0 <= a <= 3;
}
