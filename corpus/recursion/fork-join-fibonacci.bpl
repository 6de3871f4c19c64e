// Fibonacci with a thread for one of the two recursive calls; ids are paths in the tree of calls, so they are unique.
procedure Fibonacci(id: int, n: int) returns (r: int)
{
  var a, b: int;

  if (n < 2) {
    r := n;
  } else {
    fork 2 * id Fibonacci(2 * id, n - 1);
    call b := Fibonacci(2 * id + 1, n - 2);
    join 2 * id assign a;
    r := a + b;
  }
}

procedure main()
{
  var r: int;

  call r := Fibonacci(1, 4);
  assert r == 3;
}
