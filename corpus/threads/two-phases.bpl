// Two generations of threads: the second one is started only after the first was joined, under the same ids.
var phase: int;

procedure First()
{
  assert phase == 1;
}

procedure Second()
{
  assert phase == 2;
}

procedure main()
  modifies phase;
{
  phase := 1;
  fork 1 First();
  fork 2 First();
  join 1;
  join 2;
  phase := 2;
  fork 1 Second();
  fork 2 Second();
  join 1;
  join 2;
}
