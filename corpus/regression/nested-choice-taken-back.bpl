// The outer choice has no guard: it may be made for the inner one, where neither guard will ever be true.
var a, b, c: bool;

procedure main()
  modifies a, b, c;
{
  a, b, c := false, false, false;
  if (*) {
    if (*) {
      assume a;
    } else {
      assume b;
    }
  } else {
    c := true;
  }
}
