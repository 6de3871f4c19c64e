// The section attributes on calls: the section begins with the call's step, or ends with it.
procedure Enter()
{
}

procedure Leave()
{
}

procedure main()
{
  while (true) {
    call {:unhang_begin "job"} Enter();
    call {:unhang_end "job"} Leave();
  }
}
