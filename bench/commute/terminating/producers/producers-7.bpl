// Seven producers, as in figure 1 of TerMute: each adds to the content and then raises the barrier.
// All their steps commute: what happens does not depend on who goes first.
//
// Terminates: each loop counts up to a limit that nobody changes.
// Ranking function of each loop: limit - i.
// bounds: 0..1
const limit: int;

var C: int;
var barrier: int;

procedure Producer()
  modifies C, barrier;
{
  var i: int;

  i := 0;
  while (i < limit) {
    C := C + 1;
    i := i + 1;
  }
  barrier := barrier + 1;
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
}
