// Two threads, each in a loop as long as a is positive. A round adds b to a, and c to b, and takes one from c.
// Once c is negative, b gets less in each round; once b is negative, a does. Nothing is bounded before that.
var a: int;
var b: int;
var c: int;

procedure Round()
  modifies a, b, c;
{
  while (a > 0) {
    atomic { a := a + b; b := b + c; c := c - 1; }
  }
}

procedure main()
  modifies a, b, c;
{
  fork 1 Round();
  fork 2 Round();
}
