// A tree of threads: main starts two, each of which starts two more, and everybody joins its own. All runs complete.
var leaves: int;

procedure Leaf()
  modifies leaves;
{
  leaves := leaves + 1;
}

procedure Inner(me: int)
  modifies leaves;
{
  fork me, 0 Leaf();
  fork me, 1 Leaf();
  join me, 0;
  join me, 1;
}

procedure main()
  modifies leaves;
{
  leaves := 0;
  fork 1 Inner(1);
  fork 2 Inner(2);
  join 1;
  join 2;
  assert leaves == 4;
}
