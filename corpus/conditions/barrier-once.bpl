// The same barrier used once: it opens, because everybody arrives, and nobody comes back. All runs complete.
var count: int;

procedure Party()
  modifies count;
{
  var last: bool;

  atomic {
    count := count + 1;
    last := count == 3;
  }
  if (last) {
    count := 0;
  } else {
    assume count == 0;
  }
}

procedure main()
  modifies count;
{
  count := 0;
  fork 1 Party();
  fork 2 Party();
  fork 3 Party();
  join 1;
  join 2;
  join 3;
}
