// A thread that ends inside a section leaves it open: as the other thread runs for ever, the program's end, which would
// end the section too, cannot be reached.
var bit: bool;

procedure Runner()
  modifies bit;
{
  while (true) {
    bit := !bit;
  }
}

procedure main()
  modifies bit;
{
  bit := false;
  call {:async} Runner();
  assume {:unhang_begin "job"} true;
}
