// One thread takes a lock that it already holds and that does not count: it waits for itself.
var lock: bool;

procedure Lock()
  modifies lock;
{
  atomic { assume !lock; lock := true; }
}

procedure Update()
  modifies lock;
{
  call Lock();
  lock := false;
}

procedure main()
  modifies lock;
{
  lock := false;
  call Lock();
  call Update();
  lock := false;
}
