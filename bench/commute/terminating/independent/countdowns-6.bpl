// Six threads that have nothing to do with each other: each counts down from a number of its own.
//
// Terminates: each loop decreases its number.
// Ranking function of each loop: i.
// bounds: 0..1
procedure Worker(n: int)
{
  var i: int;

  i := n;
  while (i > 0) {
    i := i - 1;
  }
}

procedure main(n1: int, n2: int, n3: int, n4: int, n5: int, n6: int)
{
  fork 1 Worker(n1);
  fork 2 Worker(n2);
  fork 3 Worker(n3);
  fork 4 Worker(n4);
  fork 5 Worker(n5);
  fork 6 Worker(n6);
}
