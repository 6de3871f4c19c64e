// A recursion that ends in an endless loop at its deepest call: the stack stays as it is, so the run is a lasso.
var bit: bool;

procedure Down(n: int)
  modifies bit;
{
  if (n > 0) {
    call Down(n - 1);
  } else {
    while (true) {
      bit := !bit;
    }
  }
}

procedure main()
  modifies bit;
{
  bit := false;
  call Down(3);
}
