// A pipeline of five stages: each takes items from its queue and passes them on to the next, the last throws them away.
// A stage waits while its queue is empty, until the one before is done.
//
// Terminates: every move takes an item one stage further, and nothing moves back.
// Ranking function: 5 * x1 + 4 * x2 + 3 * x3 + 2 * x4 + x5.
var x1: int;
var x2: int;
var x3: int;
var x4: int;
var x5: int;
var done1: bool;
var done2: bool;
var done3: bool;
var done4: bool;

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
  modifies x3, x4, done3;
{
  while (true) {
    atomic {
      assume x3 > 0 || done2;
      if (x3 <= 0) {
        break;
      }
      x3, x4 := x3 - 1, x4 + 1;
    }
  }
  done3 := true;
}

procedure Fourth()
  modifies x4, x5, done4;
{
  while (true) {
    atomic {
      assume x4 > 0 || done3;
      if (x4 <= 0) {
        break;
      }
      x4, x5 := x4 - 1, x5 + 1;
    }
  }
  done4 := true;
}

procedure Fifth()
  modifies x5;
{
  while (true) {
    atomic {
      assume x5 > 0 || done4;
      if (x5 <= 0) {
        break;
      }
      x5 := x5 - 1;
    }
  }
}

procedure main()
  modifies x1, x2, x3, x4, x5, done1, done2, done3, done4;
{
  x2 := 0;
  x3 := 0;
  x4 := 0;
  x5 := 0;
  done1 := false;
  done2 := false;
  done3 := false;
  done4 := false;
  fork 1 First();
  fork 2 Second();
  fork 3 Third();
  fork 4 Fourth();
  fork 5 Fifth();
}
