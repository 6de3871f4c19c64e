// Near miss of terminating/pipelines/transfer.bpl: what one thread moves to the second account, the other one moves
// back.
//
// Hangs if both accounts have something in them.
var first: int;
var second: int;

procedure There()
  modifies first, second;
{
  while (first > 0) {
    first, second := first - 1, second + 1;
  }
}

procedure Back()
  modifies first, second;
{
  while (second > 0) {
    first, second := first + 1, second - 1;
  }
}

procedure main()
  modifies first, second;
{
  fork 1 There();
  fork 2 Back();
}
