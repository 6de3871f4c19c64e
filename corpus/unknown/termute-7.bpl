// TerMute, figure 7: the inner loop runs once more in each round of the outer one. No run is ultimately periodic,
// so there is no lasso to find among the states, and there are infinitely many of them.
procedure main()
{
  var i, j: int;

  i := 1;
  while (true) {
    j := i;
    i := i + 1;
    while (j > 0) {
      j := j - 1;
    }
  }
}
