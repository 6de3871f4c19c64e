// A parameter cannot be assigned to.
procedure Down(n: int)
{
  n := n - 1;
}

procedure main()
{
  call Down(3);
}
