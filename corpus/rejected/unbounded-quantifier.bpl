// A quantifier over all integers cannot be executed.
var a: [int]int;

procedure main()
{
  assume (forall i: int :: a[i] == 0);
}
