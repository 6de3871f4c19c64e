// A procedure without a body is one step: it gives its results and what it modifies any values that fit its ensures.
var level: int;

procedure Choose(n: int) returns (r: int);
  requires n > 0;
  ensures 0 <= r && r < n;

procedure Raise();
  modifies level;
  ensures level == old(level) + 1;

procedure main()
  modifies level;
{
  var r: int;

  level := 5;
  call r := Choose(3);
  while (r > 0) {
    call Raise();
    r := r - 1;
  }
  assert 5 <= level && level <= 7;
}
