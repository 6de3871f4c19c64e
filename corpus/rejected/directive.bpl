// Parts of the text that are there under conditions.
#if SOMETHING
procedure main()
{
}
#endif
