// A function that is defined by itself cannot be expanded.
function factorial(n: int): int
{
  if n == 0 then 1 else n * factorial(n - 1)
}

procedure main()
{
  assert factorial(3) == 6;
}
