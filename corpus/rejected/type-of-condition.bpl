// A condition must be a boolean.
procedure main()
{
  var n: int;

  n := 3;
  while (n) {
    n := n - 1;
  }
}
