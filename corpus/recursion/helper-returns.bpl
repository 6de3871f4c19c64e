// Between two calls of itself the procedure calls another one that returns: the cycle goes up and down, and further down each time.
var g: int;

procedure Count()
  modifies g;
{
  g := g + 1;
}

procedure Again(n: int)
  modifies g;
{
  var before: int;
  before := g;
  call Count();
  if (g > before) {
    g := 0;
    call Again(n);
  }
}

procedure main()
  modifies g;
{
  var n: int;
  g := 0;
  havoc n;
  call Again(n);
}
