// Civl writes parallel calls in two ways; unhang reads the older one, with `par`.
procedure p()
{
}

procedure main()
{
  call p() | p();
}
