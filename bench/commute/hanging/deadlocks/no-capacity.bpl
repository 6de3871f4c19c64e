// Near miss of terminating/monitors/bounded-buffer-3.bpl: nobody says that the buffer has room for anything.
//
// Hangs if capacity <= 0 and n > 0: the producers wait for room, and the consumer waits for them.
const n: int;
const capacity: int;
axiom capacity >= 0;

var count: int;
var active: int;

procedure Producer()
  modifies count, active;
{
  var i: int;

  i := 0;
  while (i < n) {
    atomic { assume count < capacity; count := count + 1; }
    i := i + 1;
  }
  active := active - 1;
}

procedure Consumer()
  modifies count;
{
  while (true) {
    atomic {
      assume count > 0 || active == 0;
      if (count == 0) {
        break;
      }
      count := count - 1;
    }
  }
}

procedure main()
  modifies count, active;
{
  count, active := 0, 2;
  fork 1 Producer();
  fork 2 Producer();
  fork 3 Consumer();
}
