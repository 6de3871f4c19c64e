// A recursion without end: the stack grows for ever and no state comes back.
procedure Deeper()
{
  call Deeper();
}

procedure main()
{
  call Deeper();
}
