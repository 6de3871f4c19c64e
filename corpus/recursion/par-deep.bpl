// Each thread makes a parallel call of one arm, forty threads deep. All of them wait at the same statement at once, each for
// its own arm: one that took another's result would count wrongly.
procedure Depth(n: int) returns (depth: int)
{
  depth := 0;
  if (n > 0) {
    par depth := Depth(n - 1);
    depth := depth + 1;
  }
}

procedure main()
{
  var depth: int;

  par depth := Depth(40);
  assert depth == 40;
}
