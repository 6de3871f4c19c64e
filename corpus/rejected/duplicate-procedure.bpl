// Two procedures with the same name.
procedure main()
{
}

procedure main()
{
}
