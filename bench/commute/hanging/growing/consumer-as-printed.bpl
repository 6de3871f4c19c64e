// Figure 1 of TerMute as it is printed: the consumer counts j down, away from its limit.
// Near miss of terminating/producers/producers-consumer-3.bpl.
//
// Hangs if consumer_limit > 0: then j < consumer_limit holds for ever, while j and C go down.
const producer_num: int;
axiom producer_num == 2;
const producer_limit: int;
const consumer_limit: int;

var C: int;
var barrier: int;

procedure Producer()
  modifies C, barrier;
{
  var i: int;

  i := 0;
  while (i < producer_limit) {
    C := C + 1; // produce content
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
    j := j - 1;
    C := C - 1; // consume content
  }
}

procedure main()
  modifies C, barrier;
{
  C, barrier := 0, 0;
  fork 1 Producer();
  fork 2 Producer();
  fork 3 Consumer();
}
