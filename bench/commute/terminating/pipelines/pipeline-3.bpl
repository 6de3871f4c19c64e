// A pipeline of three stages: each takes items from its queue and passes them on to the next, the last throws them
// away.
// A stage waits while its queue is empty, until the one before is done.
//
// Terminates: every move takes an item one stage further, and nothing moves back.
// Ranking function: 3 * x1 + 2 * x2 + x3.
var x1: int;
var x2: int;
var x3: int;
var done1: bool;
var done2: bool;

procedure First()
  modifies x1, x2, done1;
{
  while (x1 > 0) {
    x1, x2 := x1 - 1, x2 + 1;
  }
  done1 := true;
}

procedure Second()
  modifies x2, x3, done2;
{
  while (true) {
    atomic {
      assume x2 > 0 || done1;
      if (x2 <= 0) {
        break;
      }
      x2, x3 := x2 - 1, x3 + 1;
    }
  }
  done2 := true;
}

procedure Third()
  modifies x3;
{
  while (true) {
    atomic {
      assume x3 > 0 || done2;
      if (x3 <= 0) {
        break;
      }
      x3 := x3 - 1;
    }
  }
}

procedure main()
  modifies x1, x2, x3, done1, done2;
{
  x2 := 0;
  x3 := 0;
  done1 := false;
  done2 := false;
  fork 1 First();
  fork 2 Second();
  fork 3 Third();
}
