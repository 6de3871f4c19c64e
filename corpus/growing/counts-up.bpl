// A counter that is never too large.
var count: int;

procedure main()
modifies count;
{
  count := 0;
  while (count >= 0) {
    count := count + 1;
  }
}
