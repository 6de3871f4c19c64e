// The same section opened twice is left twice; the outer one stays open when the inner is left, and then loops for
// ever.
procedure main()
{
  assume {:unhang_begin "job"} true;
  assume {:unhang_begin "job"} true;
  assume {:unhang_end "job"} true;
  while (true) {
  }
}
