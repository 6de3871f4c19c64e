// TerMute, figure 1, to the letter: the consumer counts j down while it waits for it to rise to its limit.
// It never ends, and no state comes back.
var C: int;
var barrier: int;

procedure Producer()
  modifies C, barrier;
{
  var i: int;

  i := 0;
  while (i < 2) {
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
  assume barrier >= 1;
  while (j < 2) {
    j := j - 1;
    C := C - 1;
  }
}

procedure main()
  modifies C, barrier;
{
  C, barrier := 0, 0;
  fork 1 Producer();
  fork 2 Consumer();
  join 1;
  join 2;
}
