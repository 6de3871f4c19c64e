// Near miss of terminating/independent/countdowns-3.bpl: the loops end when the number is zero, not when it is not
// positive.
//
// Hangs if one of the numbers is negative: it goes down for ever.
procedure Worker(n: int)
{
  var i: int;

  i := n;
  while (i != 0) {
    i := i - 1;
  }
}

procedure main(n1: int, n2: int, n3: int)
{
  fork 1 Worker(n1);
  fork 2 Worker(n2);
  fork 3 Worker(n3);
}
