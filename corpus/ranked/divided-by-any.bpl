// Two threads divide the same work until nothing is left. Nobody knows by what, only that one of them divides by at least one, hence
// perhaps never makes it less, and the other one by at least two.
var work: int;

procedure Divide(base: int)
  modifies work;
{
  while (work > 0) {
    work := work div base;
  }
}

procedure main()
  modifies work;
{
  var base: int;
  assume base >= 1;
  fork 1 Divide(base);
  fork 2 Divide(base + 1);
}
