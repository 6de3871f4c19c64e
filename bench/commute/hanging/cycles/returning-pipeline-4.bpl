// Near miss of terminating/pipelines/pipeline-4.bpl: the last stage passes everything back to the first.
//
// Hangs for all initial values, since there is enough to keep all four busy.
// bounds: 5..5
var x1: int;
var x2: int;
var x3: int;
var x4: int;

procedure First()
  modifies x1, x2;
{
  while (x1 > 0) {
    x1, x2 := x1 - 1, x2 + 1;
  }
}

procedure Second()
  modifies x2, x3;
{
  assume x2 > 0;
  while (x2 > 0) {
    x2, x3 := x2 - 1, x3 + 1;
  }
}

procedure Third()
  modifies x3, x4;
{
  assume x3 > 0;
  while (x3 > 0) {
    x3, x4 := x3 - 1, x4 + 1;
  }
}

procedure Fourth()
  modifies x1, x4;
{
  assume x4 > 0;
  while (x4 > 0) {
    x4, x1 := x4 - 1, x1 + 1;
  }
}

procedure main()
  modifies x1, x2, x3, x4;
{
  assume x1 >= 5;
  x2, x3, x4 := 0, 0, 0;
  fork 1 First();
  fork 2 Second();
  fork 3 Third();
  fork 4 Fourth();
}
