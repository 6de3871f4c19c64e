// Every call of a procedure is a section of its own: the inner call can be stuck while its caller's is stuck with it.
// Here the inner one may loop for ever, and so neither can be left; main is in no other section.
procedure {:unhang_section "visit"} Visit(n: int)
{
  if (n > 0) {
    call Visit(n - 1);
  } else if (*) {
    while (true) {
    }
  }
}

procedure main()
{
  call Visit(1);
}
