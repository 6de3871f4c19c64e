// The procedure named on the command line is not there.
procedure main()
{
}
