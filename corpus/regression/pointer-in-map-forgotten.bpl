// An object to which only the element of a map points is still there, whatever other objects come and go.
var places: [int]$pointer;
var x: int;

procedure Other() { x := x + 1; x := x - 1; }

procedure Make() returns (made: $pointer)
{
  var before: $pointer;
  call before := $allocate_stack(8bv64);
  call made := $allocate_heap(8bv64);
  call $store(made, 5bv64);
}

procedure main()
{
  var made: $pointer;
  x := 0;
  fork 1 Other();
  call made := Make();
  places[0] := made;
  made := $null;
  while (x > 0) { yield; }
  x := x + 0;
  assert $load_bv64(places[0]) == 5bv64;
  join 1;
  assert $load_bv64(places[0]) == 5bv64;
  call $free(places[0]);
}
