// Two threads go round; in each round x goes down, or if it has come below a threshold that both share, the threshold
// does.
//
// Terminates: each round decreases x or the threshold, and neither ever goes up.
// Ranking function: x + threshold, each as far as it is positive.
var x: int;
var threshold: int;

procedure Worker()
  modifies x, threshold;
{
  while (x > 0) {
    if (x > threshold) {
      x := x - 1;
    } else {
      threshold := threshold - 1;
    }
  }
}

procedure main()
  modifies x, threshold;
{
  fork 1 Worker();
  fork 2 Worker();
}
