// Readers-writers with preference for writers: a waiting writer keeps new readers out, the old ones leave, and it is
// enabled from then on. So weak fairness suffices, and without fairness the writer may never get to ask.
var readers: int;
var asked: bool;
var written: bool;

procedure Reader()
  modifies readers;
{
  while (!written) {
    atomic { assume !asked; readers := readers + 1; }
    readers := readers - 1;
  }
}

procedure Writer()
  modifies asked, written;
{
  asked := true;
  assume readers == 0;
  written := true;
  asked := false;
}

procedure main()
  modifies readers, asked, written;
{
  readers, asked, written := 0, false, false;
  fork 1 Reader();
  fork 2 Reader();
  fork 3 Writer();
  join 1;
  join 2;
  join 3;
}
