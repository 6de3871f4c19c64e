// A local map, given to a procedure by value and taken back as its result.
procedure Swap(m: [int]bool) returns (r: [int]bool)
{
  r := m;
  r[0] := m[1];
  r[1] := m[0];
}

procedure main()
{
  var m: [int]bool;

  m[0] := true;
  m[1] := false;
  call m := Swap(m);
  assert !m[0] && m[1];
}
