// Six threads work on their own, meet at a barrier, and then fill one vessel together.
//
// Terminates: the first loops decrease a number of their own, all threads arrive at the barrier, and the second loops
// only ever increase the level, up to a limit.
// Ranking functions: i before the barrier, limit - level behind it.
// bounds: 0..2
const limit: int;

var arrived: int;
var level: int;

procedure Worker(n: int)
  modifies arrived, level;
{
  var i: int;

  i := n;
  while (i > 0) {
    i := i - 1;
  }
  arrived := arrived + 1;
  assume arrived == 6;
  while (level < limit) {
    level := level + 1;
  }
}

procedure main(n: int)
  modifies arrived, level;
{
  arrived, level := 0, 0;
  fork 1 Worker(n);
  fork 2 Worker(n);
  fork 3 Worker(n);
  fork 4 Worker(n);
  fork 5 Worker(n);
  fork 6 Worker(n);
}
