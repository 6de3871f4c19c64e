// Two threads that both want to be ahead, each of which goes on until it is.
//
// Hangs for all initial values: if they step in the right order, each sees the other one level with it or ahead.
var left: int;
var right: int;

procedure Left()
  modifies left;
{
  while (left <= right) {
    left := left + 1;
  }
}

procedure Right()
  modifies right;
{
  while (right <= left) {
    right := right + 1;
  }
}

procedure main()
  modifies left, right;
{
  assume left == right;
  fork 1 Left();
  fork 2 Right();
}
