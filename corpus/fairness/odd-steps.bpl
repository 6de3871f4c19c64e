// The clock advances by two, so the value that the alarm waits for never comes: the wait cannot be left.
function {:bvbuiltin "bvadd"} add(a: bv3, b: bv3) returns (bv3);

var clock: bv3;
var stop: bool;

procedure Clock()
  modifies clock;
{
  while (!stop) {
    clock := add(clock, 2bv3);
  }
}

procedure Alarm()
  modifies stop;
{
  assume clock == 5bv3;
  stop := true;
}

procedure main()
  modifies clock, stop;
{
  clock, stop := 0bv3, false;
  fork 1 Clock();
  fork 2 Alarm();
  join 1;
  join 2;
}
