// Each of two threads goes on until it is ahead of the other one, which then overtakes it.
var left: int;
var right: int;

procedure overtake()
modifies right;
{
  while (right <= left) {
    right := left + 1;
  }
}

procedure main()
modifies left, right;
{
  left, right := 0, 0;
  fork 1 overtake();
  while (left <= right) {
    left := right + 1;
  }
  join 1;
}
