// Readers-writers with one reader only: between two visits of the reader the writer is enabled.
// A strongly fair scheduler must let it in at some time, a weakly fair one need not.
var readers: int;
var writing: bool;
var written: bool;

procedure Reader()
  modifies readers;
{
  while (!written) {
    atomic { assume !writing; readers := readers + 1; }
    readers := readers - 1;
  }
}

procedure Writer()
  modifies writing, written;
{
  atomic { assume readers == 0 && !writing; writing := true; }
  written := true;
  writing := false;
}

procedure main()
  modifies readers, writing, written;
{
  readers, writing, written := 0, false, false;
  fork 1 Reader();
  fork 3 Writer();
  join 1;
  join 3;
}
