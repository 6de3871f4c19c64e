// Three threads raise a common mark, each until it is no lower than its own value.
//
// Terminates: the mark only ever goes up, and each thread's value is a limit to it.
// Ranking function of each loop: mine - mark.
var mark: int;

procedure Worker(mine: int)
  modifies mark;
{
  while (mark < mine) {
    mark := mark + 1;
  }
}

procedure main(n1: int, n2: int, n3: int)
  modifies mark;
{
  fork 1 Worker(n1);
  fork 2 Worker(n2);
  fork 3 Worker(n3);
}
