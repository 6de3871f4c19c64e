// A recursive procedure that takes a plain lock at each level: the second level waits for the first for ever.
var lock: bool;

procedure Visit(n: int)
  modifies lock;
{
  atomic { assume !lock; lock := true; }
  if (n > 0) {
    call Visit(n - 1);
  }
  lock := false;
}

procedure main()
  modifies lock;
{
  lock := false;
  call Visit(1);
}
