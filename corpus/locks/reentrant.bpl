// A lock with an owner and a count, taken again by its holder in an inner call, by two threads: all runs complete.
var owner: int;
var count: int;

procedure Lock(me: int)
  modifies owner, count;
{
  atomic { assume owner == 0 || owner == me; owner := me; count := count + 1; }
}

procedure Unlock(me: int)
  modifies owner, count;
{
  atomic {
    assert owner == me && count > 0;
    count := count - 1;
    if (count == 0) {
      owner := 0;
    }
  }
}

procedure Worker(me: int)
  modifies owner, count;
{
  call Lock(me);
  call Lock(me);
  call Unlock(me);
  call Unlock(me);
}

procedure main()
  modifies owner, count;
{
  owner, count := 0, 0;
  fork 1 Worker(1);
  fork 2 Worker(2);
  join 1;
  join 2;
  assert owner == 0;
}
