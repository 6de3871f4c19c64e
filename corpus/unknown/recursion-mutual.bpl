// Mutual recursion whose argument goes away from its end: the stack grows for ever.
procedure Ping(n: int)
{
  if (n != 0) {
    call Pong(n + 1);
  }
}

procedure Pong(n: int)
{
  if (n != 0) {
    call Ping(n + 1);
  }
}

procedure main()
{
  call Ping(1);
}
