// TerMute, figure 1, when the consumer waits for one producer more than there are: it waits for ever.
// No run is infinite, so `terminate` holds all the same.
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
  assume barrier >= 2;
  while (j < 2) {
    j := j + 1;
    C := C - 1;
  }
}

procedure main()
  modifies C, barrier;
{
  C, barrier := 0, 0;
  fork 1 Producer();
  fork 2 Consumer();
}
