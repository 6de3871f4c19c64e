// TerMute, figure 1, two producers and one consumer with limits of 2 (and the consumer's j counting up, as it must).
// Every loop counts to its limit and the barrier opens once both producers are through: all runs complete.
const producer_num: int;
axiom producer_num == 2;
const producer_limit: int;
axiom producer_limit == 2;
const consumer_limit: int;
axiom consumer_limit == 2;

var C: int;
var barrier: int;

procedure Producer()
  modifies C, barrier;
{
  var i: int;

  i := 0;
  while (i < producer_limit) {
    C := C + 1;
    i := i + 1;
  }
  barrier := barrier + 1;
}

procedure Consumer()
  modifies C;
{
  var j: int;

  j := 0;
  assume barrier >= producer_num;
  while (j < consumer_limit) {
    j := j + 1;
    C := C - 1;
  }
}

procedure main()
  modifies C, barrier;
{
  C, barrier := 0, 0;
  fork 1 Producer();
  fork 2 Producer();
  fork 3 Consumer();
  join 1;
  join 2;
  join 3;
  assert C == 2;
}
