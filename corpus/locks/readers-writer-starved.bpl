// Readers-writers with preference for readers: two readers come and go until the writer has written.
// Their visits can overlap for ever, so that the writer is never enabled: it starves even under strong fairness.
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
  fork 2 Reader();
  fork 3 Writer();
  join 1;
  join 2;
  join 3;
}
