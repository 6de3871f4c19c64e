// Two threads go through the same choice. One of them takes the marked way again and again, which is no excuse for the other one: what is
// taken eventually is taken by every thread that could take it again and again.
// Where the scheduler need not be fair, the first of them runs alone.
var stop: bool;

procedure Goes(me: int)
{
  while (!stop) {
    if (*) {
      assume {:unhang_eventually} true;
      if (me == 2) {
        break;
      }
    } else {
      yield;
    }
  }
}

procedure main()
  modifies stop;
{
  stop := false;
  fork 1 Goes(1);
  fork 2 Goes(2);
  join 2;
  stop := true;
  join 1;
}
