// The assumption mentions x, and so it belongs to the havoc, also if nothing of x is left once the quantifier is written out.
// No value will do: the thread waits in front of the havoc, and nobody ever sees x change.
var x: bool;

procedure Watch()
{
  assert x;
}

procedure main()
  modifies x;
{
  x := true;
  fork 1 Watch();
  havoc x;
  assume (forall i: int :: 0 <= i && i < 3 ==> 2 < i && x);
}
