// A loop that calls a recursive procedure in each round, for ever: the stack grows and shrinks within the cycle.
procedure Down(n: int)
{
  if (n > 0) {
    call Down(n - 1);
  }
}

procedure main()
{
  while (true) {
    call Down(2);
  }
}
