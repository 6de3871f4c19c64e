// `assume false` says nothing about values that could be otherwise: it is a thread that hangs, even as the first statement.
procedure main()
{
  assume false;
}
