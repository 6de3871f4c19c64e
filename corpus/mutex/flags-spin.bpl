// The naive protocol with busy waiting: if both announce themselves first, both spin for ever.
// What is a deadlock with `assume` is an infinite fair run with a loop.
var flag: [int]bool;

procedure Thread(me: int)
  modifies flag;
{
  flag[me] := true;
  while (flag[1 - me]) {
  }
  flag[me] := false;
}

procedure main()
  modifies flag;
{
  flag[0] := false;
  flag[1] := false;
  fork 0 Thread(0);
  fork 1 Thread(1);
  join 0;
  join 1;
}
