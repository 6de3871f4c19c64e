// A barrier that is open while its counter is zero, used twice: the last one to arrive resets the counter and may come
// back and raise it again before the other one has seen it. Then both wait for ever.
var count: int;

procedure Party()
  modifies count;
{
  var last: bool;
  var round: int;

  round := 0;
  while (round < 2) {
    atomic {
      count := count + 1;
      last := count == 2;
    }
    if (last) {
      count := 0;
    } else {
      assume count == 0;
    }
    round := round + 1;
  }
}

procedure main()
  modifies count;
{
  count := 0;
  fork 1 Party();
  fork 2 Party();
  join 1;
  join 2;
}
