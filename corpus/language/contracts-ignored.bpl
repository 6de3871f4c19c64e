// Contracts and invariants of code with a body have no effect, even where they are wrong.
var x: int;

procedure Wrong(n: int) returns (r: int)
  requires n > 100;
  modifies x;
  ensures r == 5;
{
  r := 1;
  x := n;
}

procedure main()
  modifies x;
{
  var r: int;

  x := 0;
  while (x < 3)
    invariant x == 17;
  {
    call r := Wrong(x + 1);
    assert r == 1;
  }
}
