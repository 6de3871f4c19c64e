// A monitor with a bounded buffer, two producers and two consumers. Producers wait while it is full; consumers wait
// while it is empty and some producer is still active, and leave when none is.
//
// Terminates: each producer puts n items and leaves; each item is taken once. A full buffer has something for a
// consumer, and an empty one has room, since the capacity is positive.
// Ranking functions: n - i for producers; for consumers (items still to be put, count), lexicographically.
const n: int;
const capacity: int;
axiom capacity >= 1;

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
  fork 4 Consumer();
}
