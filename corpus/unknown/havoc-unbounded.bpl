// It ends for every value of n, but there are infinitely many of them: an explicit-state search cannot look at n.
procedure main()
{
  var n: int;

  havoc n;
  while (n > 0) {
    n := n - 1;
  }
}
