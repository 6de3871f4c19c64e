// A chain of else-if and the conditional expression agree on the sign of a number, for all of -2..2.
procedure main()
{
  var n, sign: int;

  n := -2;
  while (n <= 2) {
    if (n < 0) {
      sign := -1;
    } else if (n == 0) {
      sign := 0;
    } else {
      sign := 1;
    }
    assert sign == (if n < 0 then -1 else if n == 0 then 0 else 1);
    n := n + 1;
  }
}
