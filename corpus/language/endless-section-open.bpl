// An endless loop outside any section after a section that ends, next to a thread whose marked section cannot end.
var go: bool;

procedure Stuck()
{
  assume {:unhang_begin "poll"} true;
  while (!go) {
  }
  assume {:unhang_end "poll"} true;
}

procedure main()
  modifies go;
{
  go := false;
  call {:async} Stuck();
}
