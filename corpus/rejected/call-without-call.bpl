// A procedure is called with `call`.
procedure Work()
{
}

procedure main()
{
  Work();
}
