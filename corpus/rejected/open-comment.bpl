// A comment that is never closed.
procedure main()
{
}
/* and so on
