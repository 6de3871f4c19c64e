// A section that nobody closes is no trap if the program can end: its end, or the program's end, can be reached.
var bit: bool;

procedure Worker()
  modifies bit;
{
  assume {:unhang_begin "job"} true;
  bit := !bit;
}

procedure main()
  modifies bit;
{
  bit := false;
  fork 1 Worker();
  assume {:unhang_begin "job"} true;
  bit := !bit;
}
