// What starts the worker calls `Work` again and again, and each call returns: the thread runs for ever, but none of the calls does.
procedure Work()
{
  var done: bool;
  done := false;
  while (!done) {
    done := true;
  }
}

procedure {:unhang_wraps} Start()
{
  while (true) {
    call Work();
  }
}

procedure main()
{
  fork 1 Start();
}
