// An assume at the end of an atomic block without loops is part of its guard: what comes before it is not seen, nor
// undone, because the block is not entered until it can be gone through.
var x: int;
var go: bool;

procedure Worker()
  modifies x;
{
  atomic { x := 1; assume go; x := 2; }
}

procedure main()
  modifies x, go;
{
  x, go := 0, false;
  fork 1 Worker();
  assert x == 0;
  go := true;
  assert x != 1;
  join 1;
  assert x == 2;
}
