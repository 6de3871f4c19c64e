// An atomic block with a loop holds the scheduler. In it a way is chosen with its first step, so that the thread does not
// wait while there is another way: there is no thread to join, and so the other branch is taken.
var count: int;

procedure main()
  modifies count;
{
  count := 2;
  atomic {
    while (count > 0) {
      count := count - 1;
    }
    if (*) {
      join 1;
      count := 7;
    } else {
      count := count + 1;
    }
  }
  assert count == 1;
}
