// Type parameters are not supported.
procedure Id<T>(x: T) returns (y: T)
{
  y := x;
}

procedure main()
{
}
