// The kind of a section must be a string.
procedure main()
{
  assume {:unhang_begin 3} true;
}
