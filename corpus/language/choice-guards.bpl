// Ways that begin with an `assume` are chosen only if it holds, so that no thread waits here: with braces, in atomic blocks,
// by `goto`, and around a loop.
var x: int;

procedure Braces()
  modifies x;
{
  if (*) {
    assume x > 0;
    x := 0;
  } else {
    atomic { assume x <= 0; x := 1; }
  }
}

procedure Jumps()
  modifies x;
{
  goto positive, negative;
positive:
  assume x > 0;
  x := 0;
  return;
negative:
  atomic { assume x <= 0; x := 1; }
}

procedure Loop()
  modifies x;
{
  while (*) {
    atomic { assume x > 0; x := x - 1; }
  }
  assume x <= 0;
}

procedure main()
  modifies x;
{
  x := 3;
  call Braces();
  call Jumps();
  call Loop();
}
