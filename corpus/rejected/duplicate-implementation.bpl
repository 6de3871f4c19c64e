// Two implementations of one procedure.
procedure Work();

implementation Work()
{
}

implementation Work()
{
}

procedure main()
{
  call Work();
}
