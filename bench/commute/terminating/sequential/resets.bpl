// A thread counts up to n; another one sets it back to zero, a number of times.
//
// Terminates: there are finitely many resets, and between two of them the counter goes up to a limit.
// Ranking function: (resets, n - counter), lexicographically.
const n: int;

var counter: int;

procedure Counter()
  modifies counter;
{
  while (counter < n) {
    counter := counter + 1;
  }
}

procedure Resetter(times: int)
  modifies counter;
{
  var resets: int;

  resets := times;
  while (resets > 0) {
    counter := 0;
    resets := resets - 1;
  }
}

procedure main(times: int)
  modifies counter;
{
  counter := 0;
  fork 1 Counter();
  fork 2 Resetter(times);
}
