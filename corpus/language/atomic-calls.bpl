// Calls of procedures without loops are expanded in an atomic block: lock and unlock as procedures of one step.
var lock: bool;
var inside: int;

procedure Acquire()
  modifies lock;
{
  assume !lock;
  lock := true;
}

procedure Release()
  modifies lock;
{
  lock := false;
}

procedure Worker()
  modifies lock, inside;
{
  atomic { call Acquire(); }
  inside := inside + 1;
  assert inside == 1;
  inside := inside - 1;
  atomic { call Release(); }
}

procedure main()
  modifies lock, inside;
{
  lock, inside := false, 0;
  fork 1 Worker();
  fork 2 Worker();
  join 1;
  join 2;
}
