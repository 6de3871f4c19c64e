// It ends, however large the argument is; with one that nobody knows, that takes a proof without bounds to see.
procedure Down(n: int)
{
  if (n > 0) {
    call Down(n - 1);
  }
}

procedure main()
{
  var n: int;
  havoc n;
  call Down(n);
}
