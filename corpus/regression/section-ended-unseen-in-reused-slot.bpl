// Each worker finishes in a section, which ends with the worker when it is joined. The next worker takes its place and enters
// the like of it, before anybody has looked: yet every single section ends.
procedure Worker()
{
  assume {:unhang_begin "job"} true;
}

procedure main()
{
  while (true) {
    fork 1 Worker();
    join 1;
  }
}
