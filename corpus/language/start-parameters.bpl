// The parameters of the procedure where the program starts are arbitrary within its requires; one value loops for ever.
procedure main(n: int)
  requires 0 <= n && n <= 3;
{
  var i: int;

  i := n;
  while (i != 2) {
    if (i < 2) {
      i := i + 1;
    }
  }
}
