// One thread calls itself for ever: the stack grows, the frame on top is the same each time.
procedure Descend()
{
  call Descend();
}

procedure main()
{
  call Descend();
}
