// What cannot be counted on is not taken eventually.
procedure main()
{
  while (*) {
    assume {:unhang_eventually} {:unhang_spurious} true;
  }
}
