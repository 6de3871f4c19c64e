// The same where the innermost call may go round for ever but may leave at any time: each section can be left.
procedure {:unhang_section "visit"} Visit(n: int)
{
  if (n > 0) {
    call Visit(n - 1);
  } else {
    while (*) {
    }
  }
}

procedure main()
{
  call Visit(1);
}
