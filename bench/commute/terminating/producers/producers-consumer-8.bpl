// Seven producers and one consumer, figure 1 of TerMute: the family of its introduction.
// The consumer waits at the barrier until all producers are through.
//
// Terminates: each loop counts up to a limit that nobody changes, and every producer raises the barrier once.
// Ranking functions: producer_limit - i for each producer, consumer_limit - j for the consumer.
// bounds: 0..1
const producer_num: int;
axiom producer_num == 7;
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
    j := j + 1;
    C := C - 1; // consume content
  }
}

procedure main()
  modifies C, barrier;
{
  C, barrier := 0, 0;
  fork 1 Producer();
  fork 2 Producer();
  fork 3 Producer();
  fork 4 Producer();
  fork 5 Producer();
  fork 6 Producer();
  fork 7 Producer();
  fork 8 Consumer();
}
