// The loop with a lexicographic ranking function, run by four threads on the same variables: x goes down and y becomes
// anything, or y goes down.
//
// Terminates: each round decreases (x, y) lexicographically, where y counts only while it is positive. x does not get
// below -3 from above zero, since each thread tests it before it decreases it.
var x: int;
var y: int;

procedure Worker()
  modifies x, y;
{
  while (x > 0) {
    if (*) {
      atomic { x := x - 1; havoc y; }
    } else {
      atomic { assume y > 0; y := y - 1; }
    }
  }
}

procedure main()
  modifies x, y;
{
  fork 1 Worker();
  fork 2 Worker();
  fork 3 Worker();
  fork 4 Worker();
}
