// The parameter of the procedure where the program starts is arbitrary, and nothing confines it.
procedure main(n: int)
{
  assert n == n + 0;
}
