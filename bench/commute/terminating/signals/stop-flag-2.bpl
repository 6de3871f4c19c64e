// One thread works until told to stop, in portions that end by themselves; another one tells it so, some time later.
//
// Terminates under a fair scheduler: the one with the flag comes to the end of its loop, and then everybody leaves.
// Without fairness it may never get there.
// Ranking functions: i for portions, k for the one with the flag; the outer loop ends since stop becomes true and stays
// so.
const portion: int;

var stop: bool;

procedure Worker()
{
  var i: int;

  while (!stop) {
    i := portion;
    while (i > 0) {
      i := i - 1;
    }
  }
}

procedure Stopper(n: int)
  modifies stop;
{
  var k: int;

  k := n;
  while (k > 0) {
    k := k - 1;
  }
  stop := true;
}

procedure main(n: int)
  modifies stop;
{
  stop := false;
  fork 1 Worker();
  fork 2 Stopper(n);
}
