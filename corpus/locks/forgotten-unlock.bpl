// A thread returns early without releasing the lock, which only matters if the other has not had it yet.
var lock: bool;

procedure Careless()
  modifies lock;
{
  atomic { assume !lock; lock := true; }
  if (*) {
    return;
  }
  lock := false;
}

procedure Careful()
  modifies lock;
{
  atomic { assume !lock; lock := true; }
  lock := false;
}

procedure main()
  modifies lock;
{
  lock := false;
  fork 1 Careless();
  fork 2 Careful();
  join 1;
  join 2;
}
