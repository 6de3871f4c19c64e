// Two loops inside each other, the inner one on a variable that another thread decreases, too.
//
// Terminates: the outer loop decreases i, which nobody else touches; within one of its rounds j only goes down.
// Ranking function: (i, j), lexicographically; k for the other thread.
const n: int;

var j: int;

procedure Nested(rounds: int)
  modifies j;
{
  var i: int;

  i := rounds;
  while (i > 0) {
    i := i - 1;
    j := n;
    while (j > 0) {
      j := j - 1;
    }
  }
}

procedure Helper(times: int)
  modifies j;
{
  var k: int;

  k := times;
  while (k > 0) {
    j := j - 1;
    k := k - 1;
  }
}

procedure main(rounds: int, times: int)
  modifies j;
{
  j := 0;
  fork 1 Nested(rounds);
  fork 2 Helper(times);
}
