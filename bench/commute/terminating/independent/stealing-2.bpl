// Two threads with a pile of work each, which they do one by one; who has nothing left takes from the other.
//
// Terminates: each round takes something from some pile, and nobody adds to one.
// Ranking function: pile1 + pile2, each as far as it is positive.
var pile1: int;
var pile2: int;

procedure First()
  modifies pile1, pile2;
{
  while (true) {
    atomic {
      if (pile1 > 0) {
        pile1 := pile1 - 1;
      } else if (pile2 > 0) {
        pile2 := pile2 - 1;
      } else {
        break;
      }
    }
  }
}

procedure Second()
  modifies pile1, pile2;
{
  while (true) {
    atomic {
      if (pile2 > 0) {
        pile2 := pile2 - 1;
      } else if (pile1 > 0) {
        pile1 := pile1 - 1;
      } else {
        break;
      }
    }
  }
}

procedure main()
  modifies pile1, pile2;
{
  fork 1 First();
  fork 2 Second();
}
