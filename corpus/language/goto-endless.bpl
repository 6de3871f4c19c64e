// A loop made of nothing but a goto takes a step without effect per round: an infinite run.
procedure main()
{
again:
  goto again;
}
