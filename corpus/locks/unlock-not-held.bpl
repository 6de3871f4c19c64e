// A thread releases a lock that it does not hold, be it that the other one holds it or that nobody does.
// The assertion in the lock fails.
var owner: int;

procedure Lock(me: int)
  modifies owner;
{
  atomic { assume owner == 0; owner := me; }
}

procedure Unlock(me: int)
  modifies owner;
{
  atomic { assert owner == me; owner := 0; }
}

procedure Good()
  modifies owner;
{
  call Lock(1);
  call Unlock(1);
}

procedure Bad()
  modifies owner;
{
  call Unlock(2);
}

procedure main()
  modifies owner;
{
  owner := 0;
  fork 1 Good();
  fork 2 Bad();
  join 1;
  join 2;
}
