// Peterson's mutual exclusion, with two threads that enter n times each and wait by spinning. Inside, they use a
// counter together.
//
// Terminates under a fair scheduler: a thread that wants to enter gets in when the other one has left or has let it go
// first.
// Without fairness a thread may spin for ever.
// Ranking functions: i of each thread, and x inside, where the other one is not.
const n: int;

var wants0: bool;
var wants1: bool;
var turn: int;
var x: int;

procedure Zero()
  modifies wants0, turn, x;
{
  var i: int;

  i := n;
  while (i > 0) {
    wants0 := true;
    turn := 1;
    while (wants1 && turn == 1) {
    }
    x := n;
    while (x > 0) {
      x := x - 1;
    }
    wants0 := false;
    i := i - 1;
  }
}

procedure One()
  modifies wants1, turn, x;
{
  var i: int;

  i := n;
  while (i > 0) {
    wants1 := true;
    turn := 0;
    while (wants0 && turn == 0) {
    }
    x := n;
    while (x > 0) {
      x := x - 1;
    }
    wants1 := false;
    i := i - 1;
  }
}

procedure main()
  modifies wants0, wants1, turn, x;
{
  wants0, wants1, turn, x := false, false, 0, 0;
  fork 1 Zero();
  fork 2 One();
}
