// A future: one thread computes a value and sets it, two threads wait for it and read it. All runs complete.
var set: bool;
var value: int;

procedure Compute()
  modifies set, value;
{
  value := 6 * 7;
  set := true;
}

procedure Use() returns (got: int)
{
  assume set;
  got := value;
}

procedure main()
  modifies set, value;
{
  var a, b: int;

  set := false;
  fork 1 Compute();
  fork 2 Use();
  fork 3 Use();
  join 2 assign a;
  join 3 assign b;
  join 1;
  assert a == 42 && b == 42;
}
