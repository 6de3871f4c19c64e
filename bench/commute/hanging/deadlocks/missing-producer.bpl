// Near miss of terminating/producers/producers-consumer-3.bpl: the consumer waits for one producer more than there are.
//
// Hangs: the barrier is at 2 and the consumer waits for 3. All loops end.
const producer_num: int;
axiom producer_num == 3;
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
}
