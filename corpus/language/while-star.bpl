// `while (*)` goes round or on as it likes; its body begins with an assume, so that it cannot go round more than twice,
// and then the only way is on.
var n: int;

procedure main()
  modifies n;
{
  n := 0;
  while (*) {
    assume n < 2;
    n := n + 1;
  }
  assert n <= 2;
}
