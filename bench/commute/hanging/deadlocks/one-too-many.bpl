// Near miss of terminating/monitors/bounded-buffer-2.bpl: the consumer does not ask whether somebody will put more, and
// takes one item more than there are.
//
// Hangs if n >= 0: the last item never comes.
const n: int;
const capacity: int;
axiom capacity >= 1;

var count: int;

procedure Producer()
  modifies count;
{
  var i: int;

  i := 0;
  while (i < n) {
    atomic { assume count < capacity; count := count + 1; }
    i := i + 1;
  }
}

procedure Consumer()
  modifies count;
{
  var j: int;

  j := 0;
  while (j <= n) {
    atomic { assume count > 0; count := count - 1; }
    j := j + 1;
  }
}

procedure main()
  modifies count;
{
  count := 0;
  fork 1 Producer();
  fork 2 Consumer();
}
