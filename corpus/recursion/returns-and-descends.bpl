// A call returns before the next two are made: the cycle sees the frame that it returns to, and adds another one like it.
procedure Descend(deep: bool)
{
  if (deep) {
    call Descend(false);
    call Descend(true);
  }
}

procedure main()
{
  call Descend(true);
}
