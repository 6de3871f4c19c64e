// The CLH queue lock (Craig; Landin and Hagersten) for three threads, entering once each: a thread spins on its
// predecessor's node; node 0 is the released one at the start.
var tail: int;
var locked: [int]bool;
var inside: int;

procedure Thread(me: int)
  modifies tail, locked, inside;
{
  var pred: int;

  locked[me] := true;
  pred, tail := tail, me;
  while (locked[pred]) {
  }
  inside := inside + 1;
  assert inside == 1;
  inside := inside - 1;
  locked[me] := false;
}

procedure main()
  modifies tail, locked, inside;
{
  locked[0] := false;
  tail, inside := 0, 0;
  fork 1 Thread(1);
  fork 2 Thread(2);
  fork 3 Thread(3);
  join 1;
  join 2;
  join 3;
}
