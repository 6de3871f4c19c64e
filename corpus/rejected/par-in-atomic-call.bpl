// A parallel call in a procedure that is called in an atomic block is in the block as well.
procedure Arm()
{
  yield;
}

procedure Both()
{
  par Arm() | Arm();
}

procedure Twice()
{
  call Both();
  call Both();
}

procedure main()
{
  atomic {
    call Twice();
  }
}
