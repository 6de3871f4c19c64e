// A sequence lock: the reader retries while a write is going on or has happened in between; the writer writes twice.
// It can be disturbed only so often, so a fair scheduler lets it end.
var seq: int;
var low, high: int;

procedure Writer()
  modifies seq, low, high;
{
  var n: int;

  n := 0;
  while (n < 2) {
    seq := seq + 1;
    low := low + 1;
    high := high + 1;
    seq := seq + 1;
    n := n + 1;
  }
}

procedure Reader()
{
  var before, l, h: int;

  while (true) {
    before := seq;
    if (before mod 2 == 0) {
      l := low;
      h := high;
      if (seq == before) {
        break;
      }
    }
  }
  assert l == h;
}

procedure main()
  modifies seq, low, high;
{
  seq, low, high := 0, 0, 0;
  fork 1 Writer();
  fork 2 Reader();
  join 1;
  join 2;
}
