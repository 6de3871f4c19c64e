// A queue without a bound: what was put and what was taken is counted for ever.
var put: int;
var taken: int;

procedure consumer()
modifies taken;
{
  while (true) {
    assume taken < put;
    taken := taken + 1;
  }
}

procedure main()
modifies put, taken;
{
  put, taken := 0, 0;
  fork 1 consumer();
  while (put - taken < 3 || put >= 3) {
    put := put + 1;
  }
  join 1;
}
