// Recursion to a depth that is known, and back: every run ends, although one procedure calls itself.
procedure Down(further: bool)
{
  if (further) {
    call Down(false);
  }
}

procedure main()
{
  call Down(true);
}
