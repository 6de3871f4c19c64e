// The arms of a parallel call cannot run before the atomic block ends, and the block cannot end before they have.
procedure Arm()
{
  yield;
}

procedure main()
{
  atomic {
    par Arm() | Arm();
  }
}
