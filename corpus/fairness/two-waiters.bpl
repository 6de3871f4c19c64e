// One thread flips a bit until two others, of which one waits for it to be up and one for it to be down, have gone on.
// Each of them is disabled now and then, so weak fairness owes them nothing; strong fairness lets both through.
var bit: bool;
var gone: int;

procedure Flipper()
  modifies bit;
{
  while (gone < 2) {
    bit := !bit;
  }
}

procedure Up()
  modifies gone;
{
  assume bit;
  gone := gone + 1;
}

procedure Down()
  modifies gone;
{
  assume !bit;
  gone := gone + 1;
}

procedure main()
  modifies bit, gone;
{
  bit, gone := false, 0;
  fork 1 Flipper();
  fork 2 Up();
  fork 3 Down();
  join 1;
  join 2;
  join 3;
}
