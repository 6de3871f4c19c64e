// The mark stands behind a statement, where there is nothing to choose.
procedure main()
{
  var x: bool;
  while (*) {
    x := true;
    assume {:unhang_eventually} x;
  }
}
