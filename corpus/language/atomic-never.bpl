// An atomic block none of whose paths can ever be gone through is a wait for ever.
var x: int;

procedure main()
  modifies x;
{
  x := 0;
  atomic {
    if (*) {
      x := x + 1;
      assume x == 0;
    } else {
      x := x - 1;
      assume x == 0;
    }
  }
}
