// The CLH queue lock for two threads and two rounds, where a thread wrongly keeps its own node for the next round
// instead of taking its predecessor's: it can lock the node again before its successor has seen it unlocked,
// and then each spins on the other's node for ever.
var tail: int;
var locked: [int]bool;

procedure Thread(me: int)
  modifies tail, locked;
{
  var pred, round: int;

  round := 0;
  while (round < 2) {
    locked[me] := true;
    pred, tail := tail, me;
    while (locked[pred]) {
    }
    locked[me] := false;
    round := round + 1;
  }
}

procedure main()
  modifies tail, locked;
{
  locked[0] := false;
  tail := 0;
  fork 1 Thread(1);
  fork 2 Thread(2);
  join 1;
  join 2;
}
