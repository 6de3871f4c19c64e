// A thread waits until there is enough, which comes about: then it can step, and ends the loop.
var count: int;
var is_enough: bool;

procedure waiter()
modifies is_enough;
{
  assume count >= 5;
  is_enough := true;
}

procedure main()
modifies count, is_enough;
{
  count, is_enough := 0, false;
  fork 1 waiter();
  while (!is_enough) {
    count := count + 1;
  }
}
