// Leaving a section that was not entered is an error.
procedure main()
{
  assume {:unhang_begin "job", 1} true;
  assume {:unhang_end "job", 2} true;
}
