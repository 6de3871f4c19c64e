// The argument grows with the stack, and never gets to where the recursion would end.
procedure Ping(n: int)
{
  if (n != 0) {
    call Pong(n + 1);
  }
}

procedure Pong(n: int)
{
  if (n != 0) {
    call Ping(n + 2);
  }
}

procedure main()
{
  call Ping(1);
}
