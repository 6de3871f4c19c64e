// One thread loops for ever over a variable of its own, another one fails: a search that follows the first thread only,
// because nobody else can see what it does, would never come to the failure. A fair run does.
var x: int;

procedure Looper()
{
  var bit: bool;

  bit := false;
  while (true) {
    bit := !bit;
  }
}

procedure Failing()
  modifies x;
{
  x := 1;
  assert x == 2;
}

procedure main()
  modifies x;
{
  x := 0;
  fork 1 Looper();
  fork 2 Failing();
}
