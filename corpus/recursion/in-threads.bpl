// Two threads that recurse and change a shared sum on the way back: all interleavings of their stacks complete.
var sum: int;

procedure Down(n: int)
  modifies sum;
{
  if (n > 0) {
    call Down(n - 1);
    sum := sum + n;
  }
}

procedure main()
  modifies sum;
{
  sum := 0;
  fork 1 Down(3);
  fork 2 Down(3);
  join 1;
  join 2;
  assert sum == 12;
}
