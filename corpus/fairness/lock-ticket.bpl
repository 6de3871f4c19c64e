// The same with a ticket lock: once the first thread has drawn its ticket, the other one is behind it at its next
// round. Drawing is always enabled, so weak fairness suffices. Tickets wrap around at two bits.
function {:bvbuiltin "bvadd"} add(a: bv2, b: bv2) returns (bv2);

var next, serving: bv2;
var stop: bool;

procedure Looper()
  modifies next, serving;
{
  var mine: bv2;

  while (!stop) {
    mine, next := next, add(next, 1bv2);
    assume serving == mine;
    serving := add(serving, 1bv2);
  }
}

procedure Once()
  modifies next, serving, stop;
{
  var mine: bv2;

  mine, next := next, add(next, 1bv2);
  assume serving == mine;
  stop := true;
  serving := add(serving, 1bv2);
}

procedure main()
  modifies next, serving, stop;
{
  next, serving, stop := 0bv2, 0bv2, false;
  fork 1 Looper();
  fork 2 Once();
  join 1;
  join 2;
}
