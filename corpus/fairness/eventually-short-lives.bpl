// A thread after the other comes to a choice and passes over it. None of them does so twice: nobody passes over it for ever, and
// the program goes on starting threads.
procedure Worker()
{
  if (*) {
    assume {:unhang_eventually} true;
  } else {
    yield;
  }
}

procedure main()
{
  while (true) {
    fork 1 Worker();
    join 1;
  }
}
