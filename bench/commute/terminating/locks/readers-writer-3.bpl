// A lock for readers and writers, with one writer and two readers. The writer replaces what is to be read; a reader
// counts down from what it finds, while nobody writes.
//
// Terminates: the writer goes round n times, readers count down a copy of their own, and everybody gives the lock back.
// Ranking functions: i for the writer, copy for a reader.
var readers: int;
var writing: bool;
var data: int;

procedure Writer(n: int)
  modifies writing, data;
{
  var i: int;

  i := n;
  while (i > 0) {
    atomic { assume readers == 0 && !writing; writing := true; }
    data := i;
    writing := false;
    i := i - 1;
  }
}

procedure Reader()
  modifies readers;
{
  var copy: int;

  atomic { assume !writing; readers := readers + 1; }
  copy := data;
  while (copy > 0) {
    copy := copy - 1;
  }
  readers := readers - 1;
}

procedure main(n: int)
  modifies readers, writing, data;
{
  readers, writing := 0, false;
  fork 1 Writer(n);
  fork 2 Reader();
  fork 3 Reader();
}
