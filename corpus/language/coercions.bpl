// `e: T` says that an expression has a type and changes nothing. It binds more tightly than any operator but brackets,
// and a number before a colon in brackets is a bit position only if another number follows.
type Index = int;
var m: [int]bool;

procedure main()
  modifies m;
{
  var i: int, w: bv8;

  i := -5: int + 2: Index: int;
  assert (i: int) == -3;
  m[1: Index] := (true: bool);
  assert m[1: int]: bool == true;
  w := 240bv8: bv8;
  assert w[8:4]: bv4 == 15bv4;
  assert (forall k: int :: 0 <= (k: int) && ((k < 3): bool) ==> k + i < 0);
}
