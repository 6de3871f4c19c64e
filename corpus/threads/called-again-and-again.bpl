// What starts the workers calls `Work` again and again, and each call may return. The first worker never stays in a call; the second one does as soon as
// its counter has passed the limit. A lasso in which a call returns and is made again says nothing about `thread=Work`:
// the one that does is in a call that is not returned from. `thread=Quick` has none.
var limit: int;

procedure Work(number: int)
{
  var count: int;
  count := number;
  while (count > limit) {
    count := count + 1;
    count := count - 1;
  }
}

procedure Quick()
{
  var done: bool;
  done := true;
}

procedure {:unhang_wraps} Start(number: int)
{
  while (true) {
    call Quick();
    call Work(number);
  }
}

procedure main()
  modifies limit;
{
  assume limit >= 10;
  fork 1 Start(5);
  limit := 7;
  fork 2 Start(9);
}
