// What is not modelled is not made arbitrary either.
procedure corral_getThreadID() returns (id: int);

procedure main()
{
  var id: int;

  call id := corral_getThreadID();
}
