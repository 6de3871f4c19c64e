// Two threads take as much as they like from one heap, but at least one.
//
// Terminates: each round decreases x by a positive number.
// Ranking function: x.
var x: int;

procedure Worker()
  modifies x;
{
  var amount: int;

  while (x > 0) {
    havoc amount;
    assume amount >= 1;
    x := x - amount;
  }
}

procedure main()
  modifies x;
{
  fork 1 Worker();
  fork 2 Worker();
}
