// An implementation of a procedure that was not declared.
implementation Work()
{
}

procedure main()
{
}
