// A join that takes a result into a variable that was not declared.
procedure Worker()
{
}

procedure main()
{
  var r: int;

  fork 1 Worker();
  join 1 assign r, q;
}
